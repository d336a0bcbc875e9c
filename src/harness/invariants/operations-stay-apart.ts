import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acknowledges, type Outcome } from '../model/outcome.js';
import { genuine, inWords, overCases, overTries } from './reading.js';
import type { EventOf } from '../model/event.js';

interface Answered {
  readonly started: EventOf<'exchange-started'>;
  readonly ended: EventOf<'exchange-ended'>;
  readonly outcome: Outcome;
}

/** One operation is never answered with the record of another. */
export const operationsStayApart: Invariant = {
  id: 'operations-stay-apart',
  about: 'answer',
  promise: 'A key that was used for one operation never answers for another.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) => {
      const answered = answeredOf(each);
      return overCases(
        answered.filter(({ started }) => answered.some((other) => isElsewhere(other, started))),
        (create) => foreign(each, answered, create),
      );
    });
    return resultOf(cases, findings, 'no key was used for two operations');
  },
};

function answeredOf(each: TryView): readonly Answered[] {
  return each.exchanges.flatMap(({ started, ended }) => {
    const create = started.purpose === 'create' || started.purpose === 'second';
    return create && ended !== null && ended.outcome !== null && genuine(ended)
      ? [{ started, ended, outcome: ended.outcome }]
      : [];
  });
}

/** True for an earlier create by the other operation. */
function isElsewhere(other: Answered, started: EventOf<'exchange-started'>): boolean {
  return other.started.purpose !== started.purpose && other.ended.seq < started.seq;
}

function foreign(each: TryView, answered: readonly Answered[], create: Answered): Broken | null {
  const { started, ended, outcome } = create;
  if (!acknowledges(outcome) || outcome.id === null) return null;
  const owner = answered.find((other) => isElsewhere(other, started) && other.outcome.id === outcome.id);
  if (owner === undefined) return null;
  return {
    attempt: each.name,
    action: started.action,
    sentence: 'One operation was answered with the record of another: what it asked for was never done.',
    expected: 'a record of its own, or a refusal',
    actual: inWords(ended.answer, outcome),
    events: [owner.started.seq, owner.ended.seq, started.seq, ended.seq],
  };
}
