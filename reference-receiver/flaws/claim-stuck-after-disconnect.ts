import { Refused, refusal } from '../http/refusal.js';
import type { Flaw } from './flaw.js';
import { claimFor, forEverMs } from './claim-for.js';

/** Cancels the work of a client that has gone, and keeps its key claimed for ever. */
export const claimStuckAfterDisconnect: Flaw = {
  name: 'claim-stuck-after-disconnect',
  requirement: 'lost-reply/client-gone',
  summary: 'Cancels the work of a client that has gone, and keeps its key claimed for ever.',
  needs: 'sockets',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const owner = claimFor(whole, call, forEverMs);
      if (owner === undefined) return parts.guard(whole, call);
      await whole.clock.sleep(workMs);
      if (call.request.signal.aborted) throw new Refused(refusal('failed', 'The client closed the request.'));
      return whole.store.atomically(() => whole.complete(whole, call, owner));
    },
  }),
};

const workMs = 50;
