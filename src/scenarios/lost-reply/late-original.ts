import { requestHeld } from '../../harness/faults/request-held.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const longestPatienceMs = 1_000;

/** Networks keep what they cannot deliver, and deliver it later. */
export const lateOriginal: Scenario = {
  id: 'lost-reply/late-original',
  title: 'The original that arrives after its retry is the same action',
  level: 'MUST',
  course: 'The original is held in the network, the retry is done, and then the original arrives.',
  holdsWhen: 'There is one record.',
  risk: 'A request from the past makes a second order, when the first is long closed.',
  usualCause: 'Repeats are recognised only while the first request is under way, or by the order of arrival.',
  remedy: 'Let the key decide whichever copy comes first, for the whole window.',
  sources: [
    'first essay: receiver deduplication across separate calls',
    'public report B39: the copy that was thought dead was carried out',
  ],
  needs: ['observe', 'wire:hold-request'],
  flaws: ['no-deduplication'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'retry-safe' },
  tries: ({ contract }) => [
    {
      name: 'the original after its retry',
      steps: [first(task), retry(task), observeLate(task, one), retry(task), observeLate(task, one)],
      faults: [requestHeld],
      policy: { timeoutMs: Math.min(contract.limits.timeoutMs, longestPatienceMs) },
    },
  ],
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
