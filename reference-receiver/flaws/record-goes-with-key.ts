import type { Parts } from '../parts.js';
import type { Flaw } from './flaw.js';

/** Clears expired keys away together with the records they made. */
export const recordGoesWithKey: Flaw = {
  name: 'record-goes-with-key',
  requirement: 'retention/record-outlives-key',
  summary: 'Clears expired keys away together with the records they made.',
  apply: (parts) => ({
    ...parts,
    claim: (whole, call) => {
      clearAway(whole);
      return parts.claim(whole, call);
    },
    findRecord: (whole, caller, operation, id) => {
      clearAway(whole);
      return parts.findRecord(whole, caller, operation, id);
    },
    search: (whole, search) => {
      clearAway(whole);
      return parts.search(whole, search);
    },
  }),
};

function clearAway({ store, clock }: Parts): void {
  const now = clock.now();
  const expired = `FROM keys WHERE state = 'done' AND expires_at <= ?`;
  store.atomically(() => {
    store.database.prepare(`DELETE FROM records WHERE id IN (SELECT record_id ${expired})`).run(now);
    store.database.prepare(`DELETE ${expired}`).run(now);
  });
}
