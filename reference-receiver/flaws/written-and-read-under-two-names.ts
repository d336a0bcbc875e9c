import type { Flaw } from './flaw.js';
import { seizeKey } from '../create/seize-key.js';

/** Stores keys under one name and looks for them under another, so that no replay ever works. */
export const writtenAndReadUnderTwoNames: Flaw = {
  name: 'written-and-read-under-two-names',
  requirement: 'replay/same-record',
  summary: 'Stores keys under one name and looks for them under another, so that no replay ever works.',
  apply: (parts) => ({
    ...parts,
    claim: (whole, call) => {
      const held = whole.store.keys.find(call.scope, call.identity);
      return held
        ? { held }
        : { mine: seizeKey(whole, { ...call, identity: `idempotency:${call.identity}` }) };
    },
  }),
};
