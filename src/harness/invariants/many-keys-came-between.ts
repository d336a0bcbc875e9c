import type { TryView } from '../model/history-view.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';

/** So many other keys must come between two uses of one before its survival says anything; bounded stores hold 256 or 500. */
const enoughKeys = 600;

/** Between two uses of one key, enough other keys were used for a store of bounded size to have pushed it out. */
export const manyKeysCameBetween: Invariant = {
  id: 'many-keys-came-between',
  about: 'effect',
  promise: `At least ${enoughKeys} other keys were used between two uses of one.`,
  check: (history) => {
    const most = Math.max(0, ...history.tries.map((each) => keysBetween(each)));
    const why = `only ${most} other keys came between: below ${enoughKeys} nothing follows from it (limits.creates bounds them)`;
    return resultOf(most < enoughKeys ? 0 : most, [], why);
  },
};

interface Uses {
  readonly from: number;
  readonly to: number;
  readonly made: boolean;
}

/** The most other actions that were begun and acknowledged between the first and the last use of one action's key. */
function keysBetween(each: TryView): number {
  const made = [...usesByAction(each).values()].filter((uses) => uses.made);
  const spans = made.filter(({ from, to }) => to > from);
  return Math.max(
    0,
    ...spans.map((span) => made.filter(({ from }) => from > span.from && from < span.to).length),
  );
}

/** One walk over all exchanges: a try of this kind has thousands. */
function usesByAction(each: TryView): ReadonlyMap<string, Uses> {
  const byAction = new Map<string, Uses>();
  for (const { started, ended } of each.exchanges) {
    const { action, seq, purpose, credential } = started;
    if (action === null || purpose !== 'create' || credential !== 'main') continue;
    const known = byAction.get(action) ?? { from: seq, to: seq, made: false };
    const outcome = ended?.outcome ?? null;
    byAction.set(action, {
      ...known,
      to: seq,
      made: known.made || (outcome !== null && acknowledges(outcome)),
    });
  }
  return byAction;
}
