import { refusal } from '../http/refusal.js';
import type { Flaw } from './flaw.js';

/** Keeps expired keys and refuses every later use of them. */
export const expiredKeyRefused: Flaw = {
  name: 'expired-key-refused',
  requirement: 'retention/after-expiry',
  summary: 'Keeps expired keys and refuses every later use of them.',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const row = whole.store.keys.find(call.scope, call.identity);
      const isExpired = row?.state === 'done' && (row.expiresAt ?? 0) <= whole.clock.now();
      return isExpired
        ? whole.refused(refusal('key-expired', 'This key has expired; use a new one.'))
        : parts.guard(whole, call);
    },
    sweepKeys: () => undefined,
  }),
};
