import { recordOfIntent } from '../create/intent.js';
import type { Flaw } from './flaw.js';

/** Takes other content for an intent as a change of the record that stands. */
export const intentClashOverwrites: Flaw = {
  name: 'intent-clash-overwrites',
  requirement: 'conflict/intent-differs',
  summary: 'Takes other content for an intent as a change of the record that stands.',
  apply: (parts) => ({
    ...parts,
    intentDiffers: (whole, call, row) => {
      whole.store.records.write(recordOfIntent(whole, call, row), call.payload);
      return whole.intentRepeated(whole, call, row);
    },
  }),
};
