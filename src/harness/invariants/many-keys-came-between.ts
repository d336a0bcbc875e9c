import type { TryView } from '../model/history-view.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { deliveriesOf } from './reading.js';

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

/** The most other actions that were acknowledged between the first and the last use of one action's key. */
function keysBetween(each: TryView): number {
  const acknowledged = each.actions.flatMap((action) => {
    const uses = deliveriesOf(each, action).map(({ exchange }) => exchange.started.seq);
    const made = deliveriesOf(each, action).some(({ outcome }) => acknowledges(outcome));
    return made ? [{ from: Math.min(...uses), to: Math.max(...uses) }] : [];
  });
  const spans = acknowledged.filter(({ from, to }) => to > from);
  return Math.max(
    0,
    ...spans.map((span) => acknowledged.filter(({ from }) => from > span.from && from < span.to).length),
  );
}
