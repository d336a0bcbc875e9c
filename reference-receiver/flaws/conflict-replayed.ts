import type { Flaw } from './flaw.js';

/** Decides by the key alone, so that other content gets the first answer as if it were its own. */
export const conflictReplayed: Flaw = {
  name: 'conflict-replayed',
  requirement: 'conflict/refused',
  summary: 'Decides by the key alone, so that other content gets the first answer as if it were its own.',
  apply: (parts) => ({
    ...parts,
    mismatched: (whole, call, row) =>
      row.state === 'working' ? parts.mismatched(whole, call, row) : whole.replayed(whole, call, row),
  }),
};
