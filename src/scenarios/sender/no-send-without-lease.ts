import { noSendWithoutLease as sendsUnderLease } from '../../harness/invariants/no-send-without-lease.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';
import type { CrashPoint, Step } from '../../harness/model/step.js';
import { shortLease } from '../leases.js';

const task = { name: 'task' };
const takeOver: Step = { do: 'work', worker: 'worker-2' };

/** A worker that stood still too long finds out that its turn is over before it sends, not after. */
export const noSendWithoutLease: Scenario = {
  id: 'sender/no-send-without-lease',
  title: 'A worker whose lease has run out sends nothing',
  level: 'MUST',
  course:
    'A worker takes an action and stands still for longer than its lease, before it sends; another worker may take over.',
  holdsWhen: 'When the first worker goes on, it starts no request.',
  risk: 'Two workers carry out the same approval, one of them long after everybody has moved on.',
  usualCause: 'The lease is looked at when the row is taken, and not again right before the request.',
  remedy: 'Check lease and fencing token on disk as the last thing before the request starts.',
  sources: ['third essay: claims with a lease, fencing', 'public report B59', 'public report B55'],
  needs: [],
  flaws: ['sends-without-lease'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => [
    standsStill(setting, { name: 'nobody took over yet', at: 'after-claim', meanwhile: [] }),
    standsStill(setting, { name: 'another took over', at: 'after-claim', meanwhile: [takeOver] }),
    standsStill(setting, { name: 'right before it sends', at: 'before-send', meanwhile: [takeOver] }),
  ],
  invariants: [sendsUnderLease],
};

function standsStill(
  { contract }: Setting,
  stall: { readonly name: string; readonly at: CrashPoint; readonly meanwhile: readonly Step[] },
): Try {
  const policy = shortLease(contract);
  const { name, at, meanwhile } = stall;
  return {
    name,
    policy,
    steps: [
      { do: 'approve', action: task },
      { do: 'attempt', pause: { at, steps: [{ do: 'wait', ms: policy.leaseMs + 500 }, ...meanwhile] } },
      takeOver,
    ],
  };
}
