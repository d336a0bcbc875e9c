import { describeFlaws } from '../support/flaw-matrix.js';

describeFlaws(3, 4);
