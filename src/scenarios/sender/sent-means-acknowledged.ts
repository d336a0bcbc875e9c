import { connectionRefused } from '../../harness/faults/connection-refused.js';
import { replyLost } from '../../harness/faults/reply-lost.js';
import { throttledOnTheWay } from '../../harness/faults/throttled-on-the-way.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { sentMeansAcknowledged as sentIsFounded } from '../../harness/invariants/sent-means-acknowledged.js';
import type { Need } from '../../harness/model/need.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { observeLate, one } from '../steps.js';

const task = { name: 'task' };
const orderly = [{ do: 'approve', action: task }, { do: 'work' }, observeLate(task, one)] as const;

/** What went out has not arrived, and what was refused has not been done. */
export const sentMeansAcknowledged: Scenario = {
  id: 'sender/sent-means-acknowledged',
  title: 'An action counts as sent, or as failed, only once the receiver has said so',
  level: 'MUST',
  course: 'The first attempt is refused at the door, throttled, or loses its reply; the sender works on.',
  holdsWhen:
    'The row says sent only after an acknowledgement of that action, with the id that it named, and failed only after a refusal.',
  risk: 'The ledger says done, the customer waits, and nobody looks for the missing work.',
  usualCause: 'The row is marked when the request goes out, or any end of the exchange counts as success.',
  remedy:
    'Mark a row as sent only on an answer that acknowledges this action, and store the id that it names.',
  sources: ['first essay: sent means that a task id was recorded', 'public report B106'],
  needs: ['observe'],
  flaws: ['sent-before-acknowledged'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const needs: readonly Need[] = contract.mode === 'unguarded' ? ['lookup'] : [];
    return [
      { name: 'nothing goes wrong', steps: orderly },
      { name: 'throttled on the way', steps: orderly, faults: [throttledOnTheWay(1)] },
      { name: 'never arrived', needs, steps: orderly, faults: [connectionRefused] },
      { name: 'reply lost', needs, steps: orderly, faults: [replyLost] },
    ];
  },
  invariants: [sentIsFounded, recordsAsPromised],
};
