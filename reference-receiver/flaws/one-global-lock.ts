import { Refused, refusal } from '../http/refusal.js';
import type { Flaw } from './flaw.js';

/** Guards all keys with one lock, and turns away who has to wait for it for more than a tenth of a second. */
export const oneGlobalLock: Flaw = {
  name: 'one-global-lock',
  requirement: 'concurrency/distinct-keys-progress',
  summary:
    'Guards all keys with one lock, and turns away who has to wait for it for more than a tenth of a second.',
  needs: 'sockets',
  apply: (parts) => {
    let freeAtMs = 0;
    return {
      ...parts,
      guard: async (whole, call) => {
        const nowMs = whole.clock.now();
        const waitMs = Math.max(0, freeAtMs - nowMs);
        if (waitMs <= patienceMs) freeAtMs = nowMs + waitMs + workMs;
        await whole.clock.sleep(Math.min(waitMs, patienceMs));
        if (waitMs > patienceMs) throw new Refused(refusal('busy', 'The lock could not be had; try again.'));
        return parts.guard(whole, call);
      },
    };
  },
};

const patienceMs = 100;
const workMs = 20;
