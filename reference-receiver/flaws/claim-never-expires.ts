import type { Flaw } from './flaw.js';
import { claimFor, forEverMs } from './claim-for.js';

/** Claims a key without an end to the claim before it works, so that a crash in between sticks the key for ever. */
export const claimNeverExpires: Flaw = {
  name: 'claim-never-expires',
  requirement: 'durability/kill-mid-work',
  summary:
    'Claims a key without an end to the claim before it works, so that a crash in between sticks the key for ever.',
  needs: 'process',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const owner = claimFor(whole, call, forEverMs);
      if (owner === undefined) return parts.guard(whole, call);
      await whole.clock.sleep(workMs);
      return whole.store.atomically(() => whole.complete(whole, call, owner));
    },
  }),
};

const workMs = 50;
