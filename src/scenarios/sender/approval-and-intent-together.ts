import { approvalAndIntentTogether as bothOrNeither } from '../../harness/invariants/approval-and-intent-together.js';
import { nothingVanishes } from '../../harness/invariants/nothing-vanishes.js';
import type { Scenario } from '../../harness/model/scenario.js';

const task = { name: 'task' };
const other = { name: 'other' };

/** A process that dies while it approves leaves a decision with its delivery, or nothing at all. */
export const approvalAndIntentTogether: Scenario = {
  id: 'sender/approval-and-intent-together',
  title: 'An approval and the intent to deliver it are written together',
  level: 'MUST',
  course:
    'The process dies between the two writes of an approval; nothing more is done, or the action is approved again.',
  holdsWhen: 'After the death both are absent; after the second approval both are there.',
  risk: 'A customer was promised something that stands as approved and that nobody will ever carry out.',
  usualCause:
    'The approval and the outbox row are two transactions, or the row is put into a queue elsewhere.',
  remedy: 'Write the approval and its outbox row in one transaction of one database.',
  sources: ['first essay: approval and delivery intent in one transaction', 'public report B105'],
  needs: [],
  flaws: ['two-writes-at-approval'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [
    {
      name: 'dead between the two writes',
      steps: [{ do: 'approve', action: other }, { do: 'approve', action: task, crash: true }, { do: 'work' }],
    },
    {
      name: 'approved again after the death',
      steps: [{ do: 'approve', action: task, crash: true }, { do: 'approve', action: task }, { do: 'work' }],
    },
  ],
  invariants: [bothOrNeither, nothingVanishes],
};
