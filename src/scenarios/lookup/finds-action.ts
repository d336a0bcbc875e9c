import { replyLost } from '../../harness/faults/reply-lost.js';
import { lookUpsAsPromised } from '../../harness/invariants/look-ups-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const found: Step = { do: 'look-up', action: task, expect: 'found', until: 'found' };
/** Only where a retry is known again: elsewhere it would make a second record to be found. */
const again: readonly Step[] = [retry(task), found, retry(task), found];

/** What was done can be found out, also by a sender that never saw the answer. */
export const findsAction: Scenario = {
  id: 'lookup/finds-action',
  title: 'An action that was done is found by a look-up',
  level: 'MUST',
  course:
    'An action is told three times and looked up after each; another is looked up after its reply was lost.',
  holdsWhen: "Every look-up finds the action's one record, under the id that the receiver named.",
  risk: 'Nobody can find out whether the work was done, so it is done again or not at all.',
  usualCause: 'The look-up reads another field, another store or another scope than the create writes.',
  remedy: 'Let the look-up by key read the row that the create committed.',
  sources: [
    'second essay: reconcile by a stable marker before a retry',
    'contract fact: lists filter by key (Increase), records are read by external id (Salesforce)',
    'public report B22: the existing id stands in prose only',
  ],
  needs: ['observe', 'lookup'],
  flaws: ['lookup-finds-nothing'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract: { mode } }) => [
    {
      name: 'after each telling',
      steps: [first(task), found, ...(mode === 'unguarded' ? [] : again), observeLate(task, one)],
    },
    { name: 'after a lost reply', steps: [first(task), found, observeLate(task, one)], faults: [replyLost] },
  ],
  invariants: [lookUpsAsPromised, recordsAsPromised],
};
