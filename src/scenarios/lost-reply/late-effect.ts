import { replyLost } from '../../harness/faults/reply-lost.js';
import { lateCountEqualsEarly } from '../../harness/invariants/late-count-equals-early.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Contract } from '../../harness/model/contract.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { atMostOne, first, observeEarly, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** What is counted right after the answer must not be overtaken by work that goes on behind it. */
export const lateEffect: Scenario = {
  id: 'lost-reply/late-effect',
  title: 'Nothing more happens after the receiver has answered',
  level: 'MUST',
  course:
    'The reply is lost; records are counted at once and after the settle time, without a retry and with one.',
  holdsWhen: 'The late count equals the early one, and a retry does not add to it.',
  risk: 'The sender looks, finds nothing, sends again, and then both are there.',
  usualCause:
    'The work is queued and run after the answer, or run again by an internal retry that passes no guard.',
  remedy: 'Answer only when the work is stored, and let internal retries pass the same guard as requests.',
  sources: [
    'public report B09: the write finished minutes after its caller gave up',
    'public report B39: the call reads as cancelled while the work commits',
  ],
  needs: ['observe', 'wire:lose-reply'],
  flaws: ['effect-after-error'],
  // A receiver whose effects land late fails a plain create too; this one says why, so it is not blocked by that.
  dependsOn: [],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) => [
    {
      name: 'counted twice',
      steps: [first(task), ...visible(contract), observeEarly(task, atMostOne), observeLate(task, one)],
      faults: [replyLost],
    },
    {
      name: 'retried at once',
      steps: [
        first(task),
        retry(task),
        retry(task),
        ...visible(contract),
        observeEarly(task, atMostOne),
        observeLate(task, one),
      ],
      faults: [replyLost],
    },
  ],
  invariants: [recordsAsPromised, lateCountEqualsEarly, retriesNameTheFirstRecord],
};

/** Where counts lag by contract, the early one is taken when the contract says that it may be. */
function visible({ consistency }: Contract): readonly Step[] {
  return consistency.kind === 'eventual' ? [{ do: 'wait', ms: consistency.settleMs }] : [];
}
