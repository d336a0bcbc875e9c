import { describeFlaws } from '../support/flaw-matrix.js';

describeFlaws(1, 4);
