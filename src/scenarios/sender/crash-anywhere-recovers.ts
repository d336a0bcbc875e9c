import { workerDied } from '../../harness/faults/worker-died.js';
import { workerKilled } from '../../harness/faults/worker-killed.js';
import { crashAnywhereRecovers as deathLeavesNothing } from '../../harness/invariants/crash-anywhere-recovers.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario, Setting, Try } from '../../harness/model/scenario.js';
import { crashPoints, type Step } from '../../harness/model/step.js';
import { shortLease } from '../leases.js';
import { observeEarly, observeLate, one } from '../steps.js';

const task = { name: 'task' };
const other = { name: 'other' };
const orderly: readonly Step[] = [
  { do: 'approve', action: task },
  { do: 'approve', action: other },
  { do: 'work' },
  observeLate(task, one),
  observeLate(other, one),
];

/** A process can die between any two lines; the ledger must not care between which. */
export const crashAnywhereRecovers: Scenario = {
  id: 'sender/crash-anywhere-recovers',
  title: 'Wherever a worker dies, the work ends as it would have ended without',
  level: 'MUST',
  course:
    'The same actions are delivered without a death, with one at each named point of an attempt, and with several at any moment.',
  holdsWhen: 'Every course ends in the same state: all actions sent, one record each.',
  risk: 'A restart at the wrong moment leaves work half done, done twice, or never done.',
  usualCause:
    'A row that a dead worker has taken is never given to another, or is taken for one that was not sent.',
  remedy: 'Give claims a lease, take over what has run out, and treat what may have been sent as unknown.',
  sources: [
    'first essay: interruption before the local acknowledgement',
    'third essay: relay crashes',
    'public report B109',
  ],
  needs: ['observe'],
  flaws: ['crashed-row-forgotten'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => {
    const policy = shortLease(setting.contract);
    return [
      { name: 'no death', policy, steps: orderly },
      ...crashPoints.map((point) => ({
        name: `dead ${point.replace('-', ' ')}`,
        policy,
        steps: orderly,
        faults: [workerDied(point)],
      })),
      ...atAnyMoment(policy, setting),
    ];
  },
  invariants: [deathLeavesNothing, recordsAsPromised],
};

/** Nobody knows how long an attempt takes at this receiver: each moment lies below twice the bound of the one before. */
const momentsBelowMs = [4, 8, 16, 32, 64, 128, 256, 512];

/** Every death costs at most the lease of one action, and these run out together: they are waited for only once. */
function atAnyMoment(lease: Try['policy'], { random, effort }: Setting): readonly Try[] {
  if (effort === 'quick') return [];
  const actions = momentsBelowMs.map((_, index) => ({ name: `task ${index + 1}` }));
  const momentsMs = momentsBelowMs.map((belowMs) => random.between(0, belowMs));
  const course = {
    // Each of the deaths may be one of the same action.
    policy: { ...lease, maxAttempts: momentsMs.length + 2 },
    steps: [
      ...actions.map((action) => ({ do: 'approve', action }) as const),
      { do: 'work' } as const,
      ...actions.map((action, index) => (index === 0 ? observeLate : observeEarly)(action, one)),
    ],
  };
  return [
    { name: 'no death, many actions', needs: ['worker-process'], ...course },
    { name: 'killed at any moment', ...course, faults: [workerKilled(momentsMs)] },
  ];
}
