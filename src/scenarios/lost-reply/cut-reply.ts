import { replyCut } from '../../harness/faults/reply-cut.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { observeLate, one } from '../steps.js';

const task = { name: 'task' };
const delivered: readonly Step[] = [{ do: 'approve', action: task }, { do: 'work' }, observeLate(task, one)];

/** A reply can break at any byte, and each of them means something else to who reads it. */
export const cutReply: Scenario = {
  id: 'lost-reply/cut-reply',
  title: 'A reply that is cut short costs no second record',
  level: 'MUST',
  course:
    'The reply is cut in its status line, in its headers and in its body; the sender retries each time.',
  holdsWhen: 'There is one record, and the retry learns its id.',
  risk: 'Half an answer is enough to have the same work done twice.',
  usualCause:
    'The key is stored only once the reply has been flushed, so that a broken reply leaves no trace of it.',
  remedy: 'Commit key, record and answer together, before the first byte of the reply is sent.',
  sources: [
    'public report B38: a client that disconnects cancels the saving of the record',
    'public report B53: the answer is stored after the flush, without waiting',
  ],
  needs: ['observe'],
  flaws: ['no-deduplication'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [
    { name: 'in the body', steps: delivered, faults: [replyCut] },
    // No plane of this version can break a connection at a chosen byte, so these two are always left out.
    { name: 'in the status line', steps: delivered, needs: ['wire:sockets'] },
    { name: 'in the headers', steps: delivered, needs: ['wire:sockets'] },
  ],
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
