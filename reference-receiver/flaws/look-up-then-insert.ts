import type { Flaw } from './flaw.js';
import { gap } from './gap.js';
import { seizeKey } from '../create/seize-key.js';

/** Looks a key up and writes it a turn of the event loop later, so that copies that arrive together all run. */
export const lookUpThenInsert: Flaw = {
  name: 'look-up-then-insert',
  requirement: 'concurrency/one-effect',
  summary:
    'Looks a key up and writes it a turn of the event loop later, so that copies that arrive together all run.',
  needs: 'sockets',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const known = whole.store.keys.find(call.scope, call.identity) !== undefined;
      if (known || whole.mishaps.awaited()) return parts.guard(whole, call);
      await gap(1);
      return whole.store.atomically(() => whole.complete(whole, call, seizeKey(whole, call)));
    },
  }),
};
