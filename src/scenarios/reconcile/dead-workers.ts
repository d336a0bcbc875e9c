import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { unknownSettledByLookup } from '../../harness/invariants/unknown-settled-by-lookup.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Effort } from '../../harness/model/effort.js';
import { crashPoints, type CrashPoint } from '../../harness/model/step.js';
import { shortLease } from '../leases.js';
import { lookingFirst } from './each-of-them.js';

/** Before anything went out, and after all was done, are the two that a look-up has to tell apart. */
const points: Readonly<Record<Effort, readonly CrashPoint[]>> = {
  quick: ['before-send', 'after-reply'],
  standard: crashPoints,
  thorough: crashPoints,
};

/** A worker that died takes with it whether its request went out. */
export const deadWorkers: Scenario = {
  id: 'reconcile/dead-workers',
  title: 'A sender that looks first does nothing twice when workers die',
  level: 'MUST',
  course:
    'A worker dies at each named point of an attempt (at two of them at quick effort); others take the actions over, look them up, and send what is absent.',
  holdsWhen: 'There is one record of each action, and none was sent again without a look-up.',
  risk: 'Each restart of the sender may repeat the work that was under way.',
  usualCause: 'Look-ups lag behind the writes, or do not find by what the sender can look for.',
  remedy: 'Answer look-ups from the store that the create writes to, by a value that the sender chose.',
  sources: ['first essay: interruption before the local acknowledgement', 'public report B109'],
  needs: ['lookup', 'observe'],
  flaws: ['crashed-row-forgotten'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: ({ contract, effort }) => {
    const course = lookingFirst(
      points[effort].map((point) => `dead ${point.replace('-', ' ')}`),
      points[effort].map((crashAt) => ({ crashAt })),
    );
    return [{ name: 'dead at each point', ...course, policy: { ...course.policy, ...shortLease(contract) } }];
  },
  invariants: [recordsAsPromised, unknownSettledByLookup],
};
