import type { Flaw } from './flaw.js';
import { seizeKey } from '../create/seize-key.js';

/** Notes the key of every create and never looks whether it was there. */
export const noDeduplication: Flaw = {
  name: 'no-deduplication',
  requirement: 'replay/same-record',
  summary: 'Notes the key of every create and never looks whether it was there.',
  apply: (parts) => ({
    ...parts,
    claim: (whole, call) => ({ mine: seizeKey(whole, call) }),
    complete: (whole, call) => parts.complete(whole, call, seizeKey(whole, call)),
  }),
};
