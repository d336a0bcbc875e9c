import { connectionRefused } from '../../harness/faults/connection-refused.js';
import { replyLost } from '../../harness/faults/reply-lost.js';
import { workerDied } from '../../harness/faults/worker-died.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { unknownSettledByLookup as doubtIsAskedAbout } from '../../harness/invariants/unknown-settled-by-lookup.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { observeLate, one } from '../steps.js';

const task = { name: 'task' };
const course = {
  policy: { retry: 'lookup-first' },
  steps: [{ do: 'approve', action: task }, { do: 'work' }, observeLate(task, one)],
} as const;

/** A missing answer is a question, and the receiver is who can answer it. */
export const unknownSettledByLookup: Scenario = {
  id: 'sender/unknown-settled-by-lookup',
  title: 'Where a blind retry would duplicate, the sender asks first',
  level: 'MUST',
  course:
    'Under the policy "look up first" an attempt ends without an answer: it did not arrive, its reply was lost, its worker died.',
  holdsWhen: 'No create follows without a look-up that said absent, and there is one record.',
  risk: 'Against a receiver that does not know retries, every lost answer becomes a second order.',
  usualCause: 'The retry job takes unknown for failed, and a look-up exists only in a separate repair job.',
  remedy: 'Give unknown a state of its own, and let its only way out be a look-up or an operator.',
  sources: ['second essay: reconcile an unknown operation first', 'public report B58', 'public report B57'],
  needs: ['lookup', 'observe'],
  flaws: ['retries-without-lookup'],
  dependsOn: ['acceptance/creates-and-names-record', 'lookup/finds-action'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [
    { name: 'never arrived', ...course, faults: [connectionRefused] },
    { name: 'reply lost', ...course, faults: [replyLost] },
    { name: 'dead after the reply', ...course, faults: [workerDied('after-reply')] },
  ],
  invariants: [doubtIsAskedAbout, recordsAsPromised],
};
