import { neverClaimedTwice as oneOwnerAtATime } from '../../harness/invariants/never-claimed-twice.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';
import type { CrashPoint } from '../../harness/model/step.js';
import { shortLease } from '../leases.js';
import { observeEarly, observeLate, one } from '../steps.js';

const task = { name: 'task' };

/** A worker that is slow is not dead: until its lease has run out, the action is its own. */
export const neverClaimedTwice: Scenario = {
  id: 'sender/never-claimed-twice',
  title: 'No two workers hold one action at once',
  level: 'MUST',
  course:
    'A worker holds an action for most of its lease, then for longer than its lease; other workers look for something to do. Three workers empty one outbox side by side.',
  holdsWhen:
    'Nobody else takes an action before the lease has run out; after that one worker does, and there is one record of each.',
  risk: 'Two workers do the same work at the same moment, and both believe that they alone do it.',
  usualCause: 'A clean-up job puts rows back that look stuck by their age, without looking at the lease.',
  remedy: 'Take a row over only where its lease has run out, in the same statement that takes it.',
  sources: ['third essay: claims with a lease, competing workers', 'public report B55'],
  needs: ['observe'],
  flaws: ['rescued-by-age'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => [
    holds(setting, { name: 'slow before it sends', at: 'before-send', ofLease: 0.75 }),
    holds(setting, { name: 'slow before it records', at: 'before-record', ofLease: 0.75 }),
    holds(setting, { name: 'gone for good', at: 'before-send', ofLease: 1.25 }),
    sideBySide(setting),
  ],
  invariants: [oneOwnerAtATime, recordsAsPromised],
};

const several = Array.from({ length: 12 }, (_, index) => ({ name: `task ${index + 1}` }));

/** While the others empty the outbox, one waits for its answer for so long that it might be taken for dead. */
function sideBySide({ contract }: Setting): Try {
  const policy = shortLease(contract);
  const stalled = { effects: [{ kind: 'stall', ms: Math.round(policy.leaseMs * 0.3) }] } as const;
  return {
    name: 'side by side',
    needs: ['worker-process', 'wire:stall'],
    policy,
    steps: [
      ...several.map((action) => ({ do: 'approve', action }) as const),
      { do: 'work-side-by-side', workers: 3, first: stalled },
      ...several.map((action, index) => (index === 0 ? observeLate : observeEarly)(action, one)),
    ],
  };
}

function holds(
  { contract }: Setting,
  stall: { readonly name: string; readonly at: CrashPoint; readonly ofLease: number },
): Try {
  const policy = shortLease(contract);
  const steps = [
    { do: 'wait', ms: Math.round(policy.leaseMs * stall.ofLease) },
    { do: 'attempt', worker: 'worker-2' },
    { do: 'attempt', worker: 'worker-3' },
  ] as const;
  return {
    name: stall.name,
    policy,
    steps: [
      { do: 'approve', action: task },
      { do: 'attempt', pause: { at: stall.at, steps } },
      { do: 'work' },
      observeLate(task, one),
    ],
  };
}
