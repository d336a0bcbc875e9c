import { describeFlaws } from '../support/flaw-matrix.js';

describeFlaws(2, 4);
