import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { whereKeysBind } from '../other-content.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** A key outlives an orderly restart. */
export const replayAfterRestart: Scenario = {
  id: 'durability/replay-after-restart',
  title: 'A retry after a restart finds its key',
  level: 'MUST',
  course:
    'A create is answered, the receiver is stopped in good order and started again, and the create is told twice more.',
  holdsWhen: 'There is one record, and the retries name it.',
  risk: 'Every deployment opens a window in which retries are done twice.',
  usualCause: 'Keys live in the memory of the process.',
  remedy: 'Keep keys in the store of the records.',
  sources: [
    'public report B48: a dictionary in memory',
    'public report B50: after a restart only best effort',
  ],
  needs: ['observe', 'restart'],
  flaws: ['keys-in-memory'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) =>
    whereKeysBind(contract, [
      {
        name: 'restarted after the answer',
        steps: [
          first(task),
          { do: 'control', what: { control: 'restart' } },
          retry(task),
          retry(task),
          observeLate(task, one),
        ],
      },
    ]),
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
