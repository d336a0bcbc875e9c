import { workerDied } from '../../harness/faults/worker-died.js';
import { crashAnywhereRecovers as deathLeavesNothing } from '../../harness/invariants/crash-anywhere-recovers.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { crashPoints, type Step } from '../../harness/model/step.js';
import { shortLease } from '../leases.js';
import { observeLate, one } from '../steps.js';

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
    'The same two actions are delivered without a death, and with one at each named point of an attempt.',
  holdsWhen: 'Every course ends in the same state: both actions sent, one record each.',
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
  tries: ({ contract }) => {
    const policy = shortLease(contract);
    return [
      { name: 'no death', policy, steps: orderly },
      ...crashPoints.map((point) => ({
        name: `dead ${point.replace('-', ' ')}`,
        policy,
        steps: orderly,
        faults: [workerDied(point)],
      })),
    ];
  },
  invariants: [deathLeavesNothing, recordsAsPromised],
};
