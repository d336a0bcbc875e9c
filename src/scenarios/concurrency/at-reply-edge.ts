import type { Scenario } from '../../harness/model/scenario.js';

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
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  invariants: [],
};
