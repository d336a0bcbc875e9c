import type { Flaw } from './flaw.js';

/** Every flaw that the receiver can be opened with, in the order of the requirements they break. */
export const receiverFlaws: readonly Flaw[] = [];
