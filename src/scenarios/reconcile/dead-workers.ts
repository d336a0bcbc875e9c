import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { unknownSettledByLookup } from '../../harness/invariants/unknown-settled-by-lookup.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { crashPoints } from '../../harness/model/step.js';
import { shortLease } from '../leases.js';
import { lookingFirst } from './each-of-them.js';

/** A worker that died takes with it whether its request went out. */
export const deadWorkers: Scenario = {
  id: 'reconcile/dead-workers',
  title: 'A sender that looks first does nothing twice when workers die',
  level: 'MUST',
  course:
    'A worker dies at each named point of an attempt; others take the actions over, look them up, and send what is absent.',
  holdsWhen: 'There is one record of each action, and none was sent again without a look-up.',
  risk: 'Each restart of the sender may repeat the work that was under way.',
  usualCause: 'Look-ups lag behind the writes, or do not find by what the sender can look for.',
  remedy: 'Answer look-ups from the store that the create writes to, by a value that the sender chose.',
  sources: ['first essay: interruption before the local acknowledgement', 'public report B109'],
  needs: ['lookup', 'observe'],
  flaws: ['crashed-row-forgotten'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const course = lookingFirst(
      crashPoints.map((point) => `dead ${point.replace('-', ' ')}`),
      crashPoints.map((crashAt) => ({ crashAt })),
    );
    return [{ name: 'dead at each point', ...course, policy: { ...course.policy, ...shortLease(contract) } }];
  },
  invariants: [recordsAsPromised, unknownSettledByLookup],
};
