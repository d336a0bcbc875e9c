import { Refused, refusal } from '../http/refusal.js';
import type { Flaw } from './flaw.js';
import { claimFor } from './claim-for.js';

/** Lets the violated unique constraint out as 500 to every copy that loses the race. */
export const losersGet500: Flaw = {
  name: 'losers-get-500',
  requirement: 'concurrency/losers-told-clearly',
  summary: 'Lets the violated unique constraint out as 500 to every copy that loses the race.',
  needs: 'sockets',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const owner = claimFor(whole, call, whole.leaseMs);
      if (owner === undefined) {
        const isWorking = whole.store.keys.find(call.scope, call.identity)?.state === 'working';
        if (isWorking) throw new Refused(refusal('failed', 'UNIQUE constraint failed: keys.key'));
        return parts.guard(whole, call);
      }
      await whole.clock.sleep(workMs);
      return whole.store.atomically(() => whole.complete(whole, call, owner));
    },
  }),
};

const workMs = 25;
