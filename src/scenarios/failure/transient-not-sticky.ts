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
  sees,
};

/** Work that is done after a 5xx keeps three of the claims alike; which of them holds for a 4xx is not seen here. */
function sees({ tries: [each], contract }: HistoryView): readonly Observation[] {
  const [told, again] = each?.exchanges.filter(({ started }) => started.purpose === 'create') ?? [];
  const [before, after] = [told?.ended, again?.ended];
  if (before?.answer.kind !== 'answered' || after?.answer.kind !== 'answered' || after.outcome === null)
    return [];
  const events = [before.seq, after.seq];
  const claimed = contract.claims.failures;
  const redoes = claimed === 'non_5xx' || claimed === '2xx_only' ? claimed : 're_execute';
  if (acknowledges(after.outcome)) return [{ claim: 'failures', observed: redoes, events }];
  const repeated = before.answer.status === after.answer.status;
  return [{ claim: 'failures', observed: repeated ? 'all' : 'burnt', events }];
}
