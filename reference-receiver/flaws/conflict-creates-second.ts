import type { Flaw } from './flaw.js';
import { seizeKey } from '../create/seize-key.js';

/** Takes other content under a used key for a new action, and makes a second record. */
export const conflictCreatesSecond: Flaw = {
  name: 'conflict-creates-second',
  requirement: 'conflict/no-second-effect',
  summary: 'Takes other content under a used key for a new action, and makes a second record.',
  apply: (parts) => ({
    ...parts,
    mismatched: (whole, call, row) =>
      row.state === 'working'
        ? parts.mismatched(whole, call, row)
        : whole.store.atomically(() => whole.complete(whole, call, seizeKey(whole, call))),
  }),
};
