import type { Flaw } from './flaw.js';

/** Refuses a conflict and forgets the stored answer with it. */
export const conflictDropsAnswer: Flaw = {
  name: 'conflict-drops-answer',
  requirement: 'conflict/original-still-replays',
  summary: 'Refuses a conflict and forgets the stored answer with it.',
  apply: (parts) => ({
    ...parts,
    mismatched: (whole, call, row) => {
      whole.store.database
        .prepare(`DELETE FROM keys WHERE sequence = ? AND state = 'done'`)
        .run(row.sequence);
      return parts.mismatched(whole, call, row);
    },
  }),
};
