import type { Flaw } from './flaw.js';
import { runUnguarded } from './run-unguarded.js';

/** Runs a create with an expired key without claiming the key anew, and so every retry of it too. */
export const expiredKeyUnguarded: Flaw = {
  name: 'expired-key-unguarded',
  requirement: 'retention/protected-again',
  summary: 'Runs a create with an expired key without claiming the key anew, and so every retry of it too.',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const row = whole.store.keys.find(call.scope, call.identity);
      const isExpired = row?.state === 'done' && (row.expiresAt ?? 0) <= whole.clock.now();
      return isExpired ? whole.store.atomically(() => runUnguarded(whole, call)) : parts.guard(whole, call);
    },
    sweepKeys: () => undefined,
  }),
};
