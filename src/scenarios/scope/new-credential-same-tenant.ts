import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import { acknowledgingKinds } from '../../harness/model/outcome.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { whereKeysBind } from '../other-content.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** A key outlives the credential it was first sent with. */
export const newCredentialSameTenant: Scenario = {
  id: 'scope/new-credential-same-tenant',
  title: 'A renewed credential of the same tenant finds its keys again',
  level: 'SHOULD',
  course:
    'An action is told, told again with a renewed credential of the same tenant, and once more with the first.',
  holdsWhen: 'There is one record, and the retry with the renewed credential is a replay.',
  risk: 'Every retry that falls into the renewal of a credential has the work done twice.',
  usualCause: 'The key is bound to the token or the session, not to the tenant behind it.',
  remedy: 'Bind the key to what the credential stands for.',
  sources: [
    'public report B72: the key bound to the credential',
    'contract fact: scope by API key (Modern Treasury), by application (Bitrix24 v3)',
  ],
  needs: ['observe', 'renewed-credential'],
  flaws: ['scope-by-token'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) =>
    whereKeysBind(contract, [
      {
        name: 'renewed between two tellings',
        steps: [
          first(task),
          retry(task, { as: 'renewed', expect: acknowledgingKinds }),
          retry(task),
          observeLate(task, one),
        ],
      },
    ]),
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, answersAsPromised],
  shows: ['scope: credential'],
  sees,
};

function sees({ tries }: HistoryView): readonly Observation[] {
  const seen = tries.flatMap((each) => each.of('observed')).at(-1);
  if (seen?.complete !== true || seen.records.length === 0) return [];
  const observed = seen.records.length === 1 ? 'shared' : 'apart';
  return [{ claim: 'scope: credential', observed, events: [seen.seq] }];
}
