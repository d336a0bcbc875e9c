import { acceptedUpdatesStand } from '../../harness/invariants/accepted-updates-stand.js';
import { oneUpdatePerVersion } from '../../harness/invariants/one-update-per-version.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Step, UpdateStep } from '../../harness/model/step.js';
import { first, observeLate, one } from '../steps.js';

const rounds = 5;

/** Of two changes that were decided on one version, whoever comes second is told so. */
export const updatesRaced: Scenario = {
  id: 'ordering/updates-raced',
  title: 'Of two changes of one version that arrive together one wins',
  level: 'MUST',
  course:
    'Two changes that were decided on the same version of a record are released together, in five rounds.',
  holdsWhen: 'One of them is accepted and stands, and the other is told that it is stale.',
  risk: 'Two people change one record at the same moment; both are told yes, and one of the changes is gone.',
  usualCause: 'The version is compared first and written later, with nothing that holds the two together.',
  remedy: 'Compare and write in one statement: update where id and version match, and look at the count.',
  sources: [
    'public report B13: parallel sub-resource changes, read outside the transaction',
    'public report B14: two updates of one record 229 ms apart',
    'RFC 9110, 13.1.1 (If-Match against lost updates)',
  ],
  needs: ['observe', 'fetch', 'update'],
  flaws: ['updates-both-accepted'],
  dependsOn: ['acceptance/creates-and-names-record', 'ordering/stale-update-refused'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [
    {
      name: 'two at once',
      steps: Array.from({ length: rounds }, (_, index) => round(`task ${index + 1}`)).flat(),
    },
  ],
  invariants: [oneUpdatePerVersion, acceptedUpdatesStand],
};

function round(name: string): readonly Step[] {
  const action = { name };
  const change = (value: string): UpdateStep => ({ do: 'update', action, version: 'first', value });
  return [
    first(action),
    { do: 'together', steps: [change('changed by one'), change('changed by the other')] },
    observeLate(action, one),
  ];
}
