import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import { acknowledges } from '../../harness/model/outcome.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { first, observeLate } from '../steps.js';
import { afterFailure, failNext, failed, toldAgain } from './after-failure.js';

const task = { name: 'task' };

/** A failure that has passed is over: the retry does the work. */
export const transientNotSticky: Scenario = {
  id: 'failure/transient-not-sticky',
  title: 'A failure that has passed does not stand in the way of the retry',
  level: 'as-claimed',
  claim: 'failures',
  course: 'The receiver is made to fail one create before it writes; the create is then told twice more.',
  holdsWhen:
    'The retry does the work and there is one record, unless the contract claims that failures are kept.',
  risk: 'One hiccup is enough for an approved action never to be carried out, however often it is retried.',
  usualCause: 'Whatever was answered is stored under the key, a passing failure too.',
  remedy: 'Store answers of work that was done, and release the key where nothing was.',
  sources: [
    'public report B87: a transient 5xx stored for 24 hours',
    'public report B33: a failure leaves 409 for the retries',
    'contract fact: failures are treated in at least five ways',
  ],
  needs: ['observe', 'fail-next'],
  flaws: ['transient-failure-stored'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'duplicate-safe', answer: 'duplicate-safe' },
  tries: ({ contract }) => {
    const { expected, count } = afterFailure(contract);
    return [
      {
        name: 'failed before the write',
        steps: [
          failNext('before'),
          first(task, failed),
          ...toldAgain(contract, task, expected),
          observeLate(task, count),
        ],
      },
    ];
  },
  invariants: [recordsAsPromised, answersAsPromised],
  shows: ['failures'],
  sees,
};

/** Work that is done after a 5xx fits several claims; which of them holds for a 4xx is seen elsewhere. */
function sees({ tries: [each], contract: { mode } }: HistoryView): readonly Observation[] {
  const [told, again] = each?.exchanges.filter(({ started }) => started.purpose === 'create') ?? [];
  const [before, after] = [told?.ended, again?.ended];
  const count = each?.of('observed').at(-1);
  if (before?.answer.kind !== 'answered' || after?.answer.kind !== 'answered') return [];
  if (after.outcome === null || count?.complete !== true) return [];
  const seen = { claim: 'failures', events: [before.seq, after.seq, count.seq] };
  if (count.records.length > 0 && acknowledges(after.outcome)) {
    // Without a key nothing is kept under it.
    const fits = mode === 'key' ? ['non_5xx', '2xx_only'] : ['re_execute'];
    return [{ ...seen, observed: 'done again after a 5xx', fits }];
  }
  return before.answer.status === after.answer.status
    ? [{ ...seen, observed: 'a 5xx is told again', fits: ['all'] }]
    : [{ ...seen, observed: 'a 5xx uses the key up', fits: ['burnt'] }];
}
