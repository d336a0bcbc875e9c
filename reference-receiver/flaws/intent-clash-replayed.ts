import type { Flaw } from './flaw.js';

/** Decides by the intent alone, so that other content under another key is answered with the record of the first. */
export const intentClashReplayed: Flaw = {
  name: 'intent-clash-replayed',
  requirement: 'conflict/intent-differs',
  summary:
    'Decides by the intent alone, so that other content under another key is answered with the record of the first.',
  apply: (parts) => ({
    ...parts,
    intentDiffers: (whole, call, row) => whole.intentRepeated(whole, call, row),
  }),
};
