import { copiesMet } from '../../harness/invariants/copies-met.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesEndAtTheFirstRecord } from '../../harness/invariants/retries-end-at-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { longestReceiverLeaseMs } from '../leases.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const copies = 8;
const rounds = 3;

/** Whoever lost the race learns in the end what the winner made. */
export const losersResolve: Scenario = {
  id: 'concurrency/losers-resolve',
  title: 'The losers of a race learn the record of the winner',
  level: 'MUST',
  course:
    'The copies that were not answered with the record are told again, as their answers ask, until they are.',
  holdsWhen: 'Each of them is answered with the one record within the lease.',
  risk: 'One of two workers reports an action as stuck that was done long ago, and somebody does it by hand.',
  usualCause:
    'The claim of the race is never replaced by the answer, or the loser is refused without a pointer to the result.',
  remedy:
    'Store the answer under the claim in the same transaction as the record, and replay it to later uses.',
  sources: [
    'public report B28: a claim that outlives the work',
    'public report B90: duplicates refused without a result',
  ],
  needs: ['observe', 'burst'],
  flaws: ['in-progress-for-ever'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record', 'concurrency/one-effect'],
  caps: { effect: 'duplicate-safe', answer: 'duplicate-safe' },
  tries: () => [
    {
      name: `${copies} copies`,
      steps: [
        {
          do: 'burst',
          sends: [first(task), ...Array.from({ length: copies - 1 }, () => retry(task))],
          rounds,
          afterwards: [
            { do: 'tell-again', actions: [task], withinMs: longestReceiverLeaseMs },
            observeLate(task, one),
          ],
        },
      ],
    },
  ],
  invariants: [recordsAsPromised, retriesEndAtTheFirstRecord, copiesMet],
};
