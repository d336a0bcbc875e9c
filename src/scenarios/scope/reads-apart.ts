import { nothingLeaks } from '../../harness/invariants/nothing-leaks.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { first, none, observeLate, one } from '../steps.js';

const task = { name: 'task' };
const listed: Step = { do: 'observe', action: task, as: 'other_tenant', when: 'late', count: none };

/** Reads keep tenants apart as writes do. */
export const readsApart: Scenario = {
  id: 'scope/reads-apart',
  title: 'No read shows a record to another tenant',
  level: 'MUST',
  course: "Another tenant lists by the record's marker, looks up its key, and fetches its id.",
  holdsWhen: "The other tenant sees nothing of the owner's record, and the owner sees it.",
  risk: "A customer reads another customer's data by searching for it.",
  usualCause: 'The search runs over all tenants, or it trusts a tenant that the caller names.',
  remedy: 'Put the tenant of the credential into every query, best in one place that no query can go round.',
  sources: [
    'public report B70: name spaces of tenants',
    'third essay, 10: check authorization on every access',
  ],
  needs: ['observe', 'other-tenant'],
  flaws: ['lookup-without-tenant'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'unsafe' },
  tries: () => [
    { name: 'by marker', steps: [first(task), observeLate(task, one), listed] },
    {
      name: 'by key',
      needs: ['lookup'],
      steps: [
        first(task),
        { do: 'look-up', action: task, as: 'other_tenant' },
        observeLate(task, one),
        listed,
      ],
    },
    {
      name: 'by id',
      needs: ['fetch'],
      steps: [first(task), { do: 'fetch', action: task, as: 'other_tenant' }, observeLate(task, one), listed],
    },
  ],
  invariants: [nothingLeaks, recordsAsPromised],
};
