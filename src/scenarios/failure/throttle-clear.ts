import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { throttlesNameTheirWait } from '../../harness/invariants/throttles-name-their-wait.js';
import { acknowledgingKinds } from '../../harness/model/outcome.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, none, observeEarly, observeLate, one } from '../steps.js';
import { toldAgain } from './after-failure.js';

const task = { name: 'task' };
const retryAfterS = 2;

/** "Come back later" says when, does nothing, and leaves the key as it was. */
export const throttleClear: Scenario = {
  id: 'failure/throttle-clear',
  title: 'A throttled create says when to come back, and does nothing',
  level: 'SHOULD',
  course:
    'The receiver is made to throttle one create; after the wait that it named the create is told twice more.',
  holdsWhen: 'The refusal names a wait, makes no record, and the retry makes the one record.',
  risk: 'Senders that are not told when to come back come too early, all at once, and make the jam worse.',
  usualCause: 'A layer in front counts requests, and its refusal knows nothing of waits or of keys.',
  remedy: 'Send Retry-After with every 429, and throttle before the key is touched.',
  sources: [
    'RFC 6585, 4 (429) and RFC 9110, 10.2.3 (Retry-After)',
    'contract fact: rate limiting is not always 429',
    'contract fact: a key may be used again after 429 (Solid)',
  ],
  needs: ['observe', 'throttle-next'],
  flaws: ['throttle-without-hint'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'duplicate-safe', answer: 'retry-safe' },
  tries: ({ contract }) => [
    {
      name: 'throttled once',
      steps: [
        { do: 'control', what: { control: 'throttle-next', retryAfterS } },
        first(task, { expect: ['throttled'] }),
        observeEarly(task, none),
        { do: 'wait', ms: retryAfterS * 1_000 },
        ...toldAgain(contract, task, { expect: [...acknowledgingKinds, 'accepted'] }),
        observeLate(task, one),
      ],
    },
  ],
  invariants: [recordsAsPromised, throttlesNameTheirWait, answersAsPromised],
};
