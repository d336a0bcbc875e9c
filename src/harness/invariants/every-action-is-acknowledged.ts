import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { createsOf, deliveriesOf, genuine, inWords, overCases, overTries } from './reading.js';

/** In the end the receiver has said of every action that it is done: none is left that nobody can account for. */
export const everyActionIsAcknowledged: Invariant = {
  id: 'every-action-is-acknowledged',
  about: 'answer',
  promise: 'Every action that was sent is acknowledged in the end.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.actions.filter((action) => isAnswered(each, action)),
        (action) => unaccounted(each, action),
      ),
    );
    const silent = history.tries.some((each) => each.actions.some((action) => !isAnswered(each, action)));
    if (findings.length === 0 && silent) return { kind: 'unknown', why: 'an action was never answered' };
    return resultOf(cases, findings, 'no action was sent');
  },
};

/** Whether the receiver had its say; a loss that nobody planned breaks no promise. */
function isAnswered(each: TryView, action: string): boolean {
  return deliveriesOf(each, action).some(({ ended }) => genuine(ended));
}

function unaccounted(each: TryView, action: string): Broken | null {
  const told = deliveriesOf(each, action);
  if (told.some(({ outcome }) => acknowledges(outcome))) return null;
  const last = told.findLast(({ ended }) => genuine(ended));
  return {
    attempt: each.name,
    action,
    sentence: 'An approved action was never acknowledged: nobody can say whether it is done.',
    expected: 'an acknowledgement, at the latest when it was told again',
    actual: last === undefined ? 'no answer' : inWords(last.ended.answer, last.outcome),
    events: createsOf(each, action).flatMap(({ exchange, ended }) => [exchange.started.seq, ended.seq]),
  };
}
