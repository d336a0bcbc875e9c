import { replyCutInHeaders } from '../../harness/faults/reply-cut-in-headers.js';
import { replyCutInStatusLine } from '../../harness/faults/reply-cut-in-status-line.js';
import { replyCut } from '../../harness/faults/reply-cut.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { observeLate, one } from '../steps.js';

const task = { name: 'task' };
const cuts = [replyCutInStatusLine, replyCutInHeaders, replyCut];

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
  flaws: ['no-deduplication', 'stored-after-flush'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () =>
    cuts.map((cut) => ({
      name: cut.name,
      steps: [{ do: 'approve', action: task }, { do: 'work' }, observeLate(task, one)],
      faults: [cut],
    })),
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
