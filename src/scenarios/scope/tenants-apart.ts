import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { whereKeysBind } from '../other-content.js';
import { first, firstAnswers, observeLate, one, probe, retry } from '../steps.js';

const task = { name: 'task' };
const theirs: Step = { do: 'observe', action: task, as: 'other_tenant', when: 'late', count: one };

/** A key belongs to its tenant: the same text elsewhere is another key. */
export const tenantsApart: Scenario = {
  id: 'scope/tenants-apart',
  title: 'The same key of two tenants is two keys',
  level: 'MUST',
  course: 'Two tenants send the same key with the same payload, three times each, in turn.',
  holdsWhen: 'There are two records, one for each tenant.',
  risk: "One customer's action is never carried out because another customer used the same key before.",
  usualCause: 'Keys are stored by their text alone, without the tenant.',
  remedy: 'Make the tenant part of the unique constraint on the key, taken from the credential.',
  sources: [
    'public report B70: key not bound to user or tenant',
    'third essay, 3: scope the key to the authenticated tenant',
    'IETF Idempotency-Key draft, 5: a composite of key and client',
  ],
  needs: ['observe', 'other-tenant'],
  flaws: ['key-without-tenant'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'unsafe', answer: 'unsafe' },
  tries: ({ contract }) =>
    whereKeysBind(contract, [
      {
        name: 'in turn',
        steps: [
          first(task),
          probe(task, { as: 'other_tenant', expect: firstAnswers(contract) }),
          retry(task),
          probe(task, { as: 'other_tenant' }),
          retry(task),
          probe(task, { as: 'other_tenant' }),
          observeLate(task, one),
          theirs,
        ],
      },
    ]),
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, answersAsPromised],
  shows: ['scope: tenant'],
  sees,
};

function sees({ tries }: HistoryView): readonly Observation[] {
  const counts = tries.flatMap((each) => each.of('observed')).filter(({ complete }) => complete);
  const ours = counts.find(({ credential }) => credential === 'main');
  const other = counts.find(({ credential }) => credential === 'other_tenant');
  if (ours?.records.length !== 1 || other === undefined || other.records.length > 1) return [];
  const observed = other.records.length === 1 ? 'apart' : 'shared';
  return [{ claim: 'scope: tenant', observed, events: [ours.seq, other.seq] }];
}
