import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { whereKeysBind } from '../other-content.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** Record and key survive together or not at all. */
export const replayAfterKill: Scenario = {
  id: 'durability/replay-after-kill',
  title: 'A retry after a crash finds its key',
  level: 'MUST',
  course:
    'A create is answered, with or without the answer getting through, the process is killed and started again, and the create is told twice more.',
  holdsWhen: 'There is one record, and the retries name it.',
  risk: 'After a crash the retries that were meant to help do the work a second time.',
  usualCause: 'Record and key are written in two transactions, and the crash falls in between.',
  remedy: 'Write record, key and answer in one transaction.',
  sources: [
    'public report B36: commit, pause, store the key',
    'public report B38: the key is not saved in the very case it exists for',
  ],
  needs: ['observe', 'kill'],
  flaws: ['key-and-record-apart', 'accepted-jobs-forgotten'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) =>
    whereKeysBind(contract, [
      {
        name: 'killed right after the answer',
        steps: [
          first(task),
          { do: 'control', what: { control: 'kill' } },
          retry(task),
          retry(task),
          observeLate(task, one),
        ],
      },
      {
        name: 'killed right after an answer that was lost',
        needs: ['wire:lose-reply'],
        steps: [
          first(task, { effects: [{ kind: 'lose-reply' }] }),
          { do: 'control', what: { control: 'kill' } },
          retry(task),
          retry(task),
          observeLate(task, one),
        ],
      },
    ]),
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
