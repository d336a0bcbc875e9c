import { throttledOnTheWay } from '../../harness/faults/throttled-on-the-way.js';
import { throttleKept as waitsAreKept } from '../../harness/invariants/throttle-kept.js';
import type { Scenario, Try } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';

const task = { name: 'task' };
const orderly: readonly Step[] = [{ do: 'approve', action: task }, { do: 'work' }];

/** Whoever asks for a wait gets it. */
export const throttleKept: Scenario = {
  id: 'sender/throttle-kept',
  title: 'The sender waits as long as it is asked to, and backs off where nobody asks',
  level: 'MUST',
  course: 'The first attempt is told to come back later, on the way or by the receiver; or it fails twice.',
  holdsWhen: 'The next attempt begins no sooner than the stated wait, or the planned back-off, is over.',
  risk: 'An overloaded system is pushed over, and the account is locked out by its own retries.',
  usualCause: 'Retry-After is read by one layer and ignored by the loop above it.',
  remedy: 'Store the time before which no attempt may begin with the row, and let no worker take it earlier.',
  sources: ['RFC 9110, section 10.2.3: Retry-After', 'first essay: delayed retries with back-off and jitter'],
  needs: [],
  flaws: ['throttle-ignored'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [
    { name: 'throttled on the way', steps: orderly, faults: [throttledOnTheWay(3)] },
    throttledByReceiver,
    failedTwice,
  ],
  invariants: [waitsAreKept],
};

const throttledByReceiver: Try = {
  name: 'throttled by the receiver',
  needs: ['throttle-next'],
  steps: [
    { do: 'approve', action: task },
    { do: 'control', what: { control: 'throttle-next', retryAfterS: 3 } },
    { do: 'work' },
  ],
};

const failedTwice: Try = {
  name: 'failed twice',
  needs: ['wire:refuse'],
  steps: [
    { do: 'approve', action: task },
    { do: 'work', attempts: [{ effects: [{ kind: 'refuse' }] }, { effects: [{ kind: 'refuse' }] }] },
  ],
};
