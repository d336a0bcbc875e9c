import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, none, observeEarly, observeLate } from '../steps.js';
import { afterFailure, failNext, failed, toldAgain } from './after-failure.js';

const task = { name: 'task' };

/** A create is done whole or not at all. */
export const noPartial: Scenario = {
  id: 'failure/no-partial',
  title: 'A create that fails half-way leaves nothing behind',
  level: 'MUST',
  course: 'The receiver is made to fail one create between its writes; the create is then told twice more.',
  holdsWhen:
    'There is no record after the failure, and one (or none, where failures are kept) after the retries.',
  risk: 'A failure in the middle leaves half of the work, and the retry does it once more beside it.',
  usualCause: 'Record and key are written one after the other, without one transaction around both.',
  remedy: 'Write record and key in one transaction, and answer only after its commit.',
  sources: [
    'public report B26: one child created, then stopped',
    'public report B41: the retry skips the unfinished part',
    'OASIS Repeatable Requests 1.0: a rolled-back request need not be remembered',
  ],
  needs: ['observe', 'fail-next'],
  flaws: ['partial-write-kept'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) => {
    const { expected, count } = afterFailure(contract);
    return [
      {
        name: 'failed half-way',
        steps: [
          failNext('half-way'),
          first(task, failed),
          observeEarly(task, none),
          ...toldAgain(contract, task, expected),
          observeLate(task, count),
        ],
      },
    ];
  },
  invariants: [recordsAsPromised, answersAsPromised],
};
