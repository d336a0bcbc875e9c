import type { Flaw } from './flaw.js';

/** Has no key left of those before its start, as if they had been in memory. */
export const keysInMemory: Flaw = {
  name: 'keys-in-memory',
  requirement: 'durability/replay-after-restart',
  summary: 'Has no key left of those before its start, as if they had been in memory.',
  apply: (parts) => {
    parts.store.database.exec('DELETE FROM keys');
    return parts;
  },
};
