import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { copiesMet } from '../../harness/invariants/copies-met.js';
import { distinctActionsHaveDistinctRecords } from '../../harness/invariants/distinct-actions-have-distinct-records.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, firstAnswers, observeLate, one } from '../steps.js';

const rounds = 2;
const tasks = Array.from({ length: 20 }, (_, index) => ({ name: `task ${index + 1}` }));

/** Actions that have nothing to do with one another do not wait for one another. */
export const distinctKeysProgress: Scenario = {
  id: 'concurrency/distinct-keys-progress',
  title: 'Different actions that arrive together are all carried out',
  level: 'MUST',
  course: 'Twenty actions under keys of their own are released together.',
  holdsWhen: 'There are twenty records, and none was refused as busy.',
  risk: 'On a busy morning approved actions are refused, for no reason of their own.',
  usualCause: 'One lock guards all keys, and those who wait for it are turned away.',
  remedy: 'Lock by key, or let the database do it.',
  sources: [
    'public report B43: under parallel writers a success without a record',
    'public report B07: invoices doubled under load',
  ],
  needs: ['observe', 'burst'],
  flaws: ['one-global-lock'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'duplicate-safe', answer: 'duplicate-safe' },
  tries: ({ contract }) => [
    {
      name: `${tasks.length} keys`,
      steps: [
        {
          do: 'burst',
          sends: tasks.map((task) => first(task, { expect: [...firstAnswers(contract), 'accepted'] })),
          rounds,
          afterwards: tasks.map((task) => observeLate(task, one)),
        },
      ],
    },
  ],
  invariants: [recordsAsPromised, answersAsPromised, distinctActionsHaveDistinctRecords, copiesMet],
};
