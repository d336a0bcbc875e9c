import { replyHeld } from '../../harness/faults/reply-held.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario, Try } from '../../harness/model/scenario.js';
import { observeLate, one } from '../steps.js';

const task = { name: 'task' };

/** The reply comes after the sender has given up: the commonest way to tell an action twice. */
export const timeout: Scenario = {
  id: 'lost-reply/timeout',
  title: 'A reply that comes too late costs no second record',
  level: 'MUST',
  course:
    "The sender's approved action is delivered, the reply is held past its time limit, once or twice, and it retries.",
  holdsWhen: 'There is one record, and the retry learns its id.',
  risk: 'A slow answer is enough to have the same work done twice.',
  usualCause: 'The receiver takes every request for a new one, or protects only requests that it answered.',
  remedy: 'Remember the key from the moment the record is committed, whether or not the reply was read.',
  sources: ['first essay: lost reply makes no second record', 'public report B11', 'public report B05'],
  needs: ['observe', 'wire:hold-reply'],
  flaws: ['no-deduplication'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ effort }) => [
    {
      name: 'reply held',
      steps: [{ do: 'approve', action: task }, { do: 'work' }, observeLate(task, one)],
      faults: [replyHeld],
    },
    ...(effort === 'quick' ? [] : [twoRepliesHeld]),
  ],
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};

const twoRepliesHeld: Try = {
  name: 'two replies held',
  steps: [
    { do: 'approve', action: task },
    { do: 'work', attempts: [{ effects: [{ kind: 'hold-reply' }] }] },
    observeLate(task, one),
  ],
  faults: [replyHeld],
};
