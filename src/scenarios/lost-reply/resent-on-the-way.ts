import { sentTwiceOnTheWay } from '../../harness/faults/sent-twice-on-the-way.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** The sender sent once, and the receiver got two: proxies, meshes and client libraries retry by themselves. */
export const resentOnTheWay: Scenario = {
  id: 'lost-reply/resent-on-the-way',
  title: 'A request that is doubled on the way is done once',
  level: 'MUST',
  course:
    'An intermediary delivers the request twice by itself; the sender sees the second answer, and asks again.',
  holdsWhen: 'There is one record, and every answer names it.',
  risk: 'Work is done twice although the sender sent it once, and its own log proves it innocent.',
  usualCause:
    'A proxy, a mesh or an HTTP client resends on its own, and the receiver takes the copy for new.',
  remedy: 'Recognise the copy by its key; and switch off automatic retries of POST where that can be done.',
  sources: [
    'RFC 9110, section 9.2.2: proxies must not retry requests that are not idempotent',
    'public reports B97, B98 and B99: requests that are sent again unseen',
  ],
  needs: ['observe', 'wire:double'],
  flaws: ['no-deduplication', 'second-job-while-pending'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [
    {
      name: 'sent twice on the way',
      steps: [first(task), retry(task), observeLate(task, one)],
      faults: [sentTwiceOnTheWay],
    },
    {
      name: 'sent twice on the way to the ledger',
      steps: [{ do: 'approve', action: task }, { do: 'work' }, observeLate(task, one)],
      faults: [sentTwiceOnTheWay],
    },
  ],
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
