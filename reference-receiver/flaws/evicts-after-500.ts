import type { Flaw } from './flaw.js';

/** Keeps the newest 500 keys and forgets older ones, however young they are. */
export const evictsAfter500: Flaw = {
  name: 'evicts-after-500',
  requirement: 'retention/survives-volume',
  summary: 'Keeps the newest 500 keys and forgets older ones, however young they are.',
  apply: (parts) => ({
    ...parts,
    sweepKeys: ({ store }) => {
      store.database
        .prepare(
          `DELETE FROM keys WHERE sequence <= (SELECT sequence FROM keys ORDER BY sequence DESC LIMIT 1 OFFSET ?)`,
        )
        .run(kept);
    },
  }),
};

const kept = 500;
