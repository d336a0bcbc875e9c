import type { Flaw } from './flaw.js';
import { claimFor, forEverMs } from './claim-for.js';
import { nameOfKey } from './name-of-key.js';
import { runUnguarded } from './run-unguarded.js';

/** Leaves the key of a create that was raced for in progress for ever: only the winner learns the record. */
export const inProgressForEver: Flaw = {
  name: 'in-progress-for-ever',
  requirement: 'concurrency/losers-resolve',
  summary:
    'Leaves the key of a create that was raced for in progress for ever: only the winner learns the record.',
  needs: 'sockets',
  apply: (parts) => {
    const working = new Set<string>();
    const contested = new Set<string>();
    return {
      ...parts,
      guard: async (whole, call) => {
        const name = nameOfKey(call);
        if (working.has(name)) contested.add(name);
        const owner = claimFor(whole, call, forEverMs);
        if (owner === undefined) return parts.guard(whole, call);
        working.add(name);
        await whole.clock.sleep(workMs);
        working.delete(name);
        if (contested.delete(name)) return runUnguarded(whole, call);
        return whole.store.atomically(() => whole.complete(whole, call, owner));
      },
    };
  },
};

const workMs = 25;
