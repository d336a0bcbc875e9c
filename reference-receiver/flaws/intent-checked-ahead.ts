import { intentNameOf } from '../create/intent.js';
import type { Flaw } from './flaw.js';
import { gap } from './gap.js';

/** Looks for the intent before it takes it, with time for others in between and no constraint behind it. */
export const intentCheckedAhead: Flaw = {
  name: 'intent-checked-ahead',
  requirement: 'conflict/same-intent',
  summary:
    'Looks for the intent before it takes it, with time for others in between and no constraint behind it.',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => {
      const name = intentNameOf(call);
      if (name === undefined || whole.store.intents.find(name) !== undefined) return parts.guard(whole, call);
      await gap();
      const unchecked: typeof whole.takeIntent = ({ store }, { fingerprint }, { id }) => {
        store.intents.seize(name, { recordId: id, fingerprint });
        return undefined;
      };
      return parts.guard({ ...whole, takeIntent: unchecked }, call);
    },
  }),
};
