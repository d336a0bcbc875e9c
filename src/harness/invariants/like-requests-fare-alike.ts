import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { createsOf, inWords, overTries } from './reading.js';

/** Requests that differ only in their content are all done, or all refused. */
export const likeRequestsFareAlike: Invariant = {
  id: 'like-requests-fare-alike',
  about: 'effect',
  promise: 'Of requests that differ only in their content, all are done or none is.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) => {
      const counts = lateCounts(each);
      return { cases: counts.length > 1 ? counts.length : 0, findings: apart(each, counts) };
    });
    return resultOf(cases, findings, 'no two requests were counted');
  },
};

function lateCounts(each: TryView): readonly EventOf<'observed'>[] {
  return each
    .of('observed')
    .filter(({ when, complete, credential }) => when === 'late' && complete && credential === 'main');
}

function apart(each: TryView, counts: readonly EventOf<'observed'>[]): Broken[] {
  const done = counts.find(({ records }) => records.length > 0);
  const missing = counts.find(({ records }) => records.length === 0);
  if (done === undefined || missing === undefined) return [];
  const creates = [done, missing].flatMap(({ action }) => createsOf(each, action).slice(0, 1));
  const last = creates.at(-1);
  return [
    {
      attempt: each.name,
      action: missing.action,
      sentence: 'Two different requests were taken for one and the same: only one of them was done.',
      expected: 'a record of each, or a refusal of each',
      actual: `a record of ${done.action} and none of ${missing.action}${
        last === undefined ? '' : `, which was answered ${inWords(last.ended.answer, last.outcome)}`
      }`,
      events: [
        ...creates.flatMap(({ exchange, ended }) => [exchange.started.seq, ended.seq]),
        done.seq,
        missing.seq,
      ].toSorted((one, other) => one - other),
    },
  ];
}
