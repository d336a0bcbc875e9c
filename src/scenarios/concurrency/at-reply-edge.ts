import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';

const rounds = 10;
const tasks = Array.from({ length: rounds }, (_, index) => ({ name: `task ${index + 1}` }));

/** There is no moment after the answer at which the key is not yet known. */
export const atReplyEdge: Scenario = {
  id: 'concurrency/at-reply-edge',
  title: 'A retry at the last byte of the answer meets a stored key',
  level: 'MUST',
  course:
    'A retry is sent on a warm connection in the moment in which the last byte of the first answer arrives.',
  holdsWhen: 'There is one record, and the retry names it.',
  risk: 'A sender that dies just after the answer, and is started at once, has the work done twice.',
  usualCause: 'The answer is flushed first, and the key is stored a moment later.',
  remedy: 'Store the key and its answer before the first byte of the answer goes out.',
  sources: [
    'public report B53: the lock freed at the flush, the answer stored later',
    'public report B36: commit, pause, store',
  ],
  needs: ['observe', 'wire:sockets'],
  flaws: ['stored-20ms-after-flush'],
  // A receiver that stores its keys late fails a plain replay too; this one says why, so it is not blocked by that.
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [
    {
      name: 'told again at the last byte',
      steps: [
        ...tasks.flatMap((task) => [first(task), retry(task)]),
        ...tasks.map((task) => observeLate(task, one)),
      ],
    },
  ],
  invariants: [recordsAsPromised, retriesNameTheFirstRecord],
};
