import { describeFlaws } from '../support/flaw-matrix.js';

describeFlaws(0, 4);
