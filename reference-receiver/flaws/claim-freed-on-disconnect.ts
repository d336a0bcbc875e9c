import type { Flaw } from './flaw.js';
import { claimFor } from './claim-for.js';
import { runUnguarded } from './run-unguarded.js';

/** Frees the claim of a client that has gone, while the work for it goes on. */
export const claimFreedOnDisconnect: Flaw = {
  name: 'claim-freed-on-disconnect',
  requirement: 'lost-reply/reset-after-request',
  summary: 'Frees the claim of a client that has gone, while the work for it goes on.',
  needs: 'sockets',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const owner = claimFor(whole, call, whole.leaseMs);
      if (owner === undefined) return parts.guard(whole, call);
      const { signal } = call.request;
      const free = () => {
        whole.store.keys.release(owner);
      };
      signal.addEventListener('abort', free, { once: true });
      await whole.clock.sleep(workMs);
      signal.removeEventListener('abort', free);
      if (!signal.aborted) return whole.store.atomically(() => whole.complete(whole, call, owner));
      free();
      return runUnguarded(whole, call);
    },
  }),
};

const workMs = 50;
