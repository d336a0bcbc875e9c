import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { distinctActionsHaveDistinctRecords } from '../../harness/invariants/distinct-actions-have-distinct-records.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { carriageOf } from '../../harness/model/contract-line.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { first, firstAnswers, observeLate, two } from '../steps.js';

const monday = { name: 'monday' };
const tuesday = { name: 'tuesday', markerOf: 'monday' };

/** Two approvals of the same content are two pieces of work. */
export const distinctKeysStayDistinct: Scenario = {
  id: 'acceptance/distinct-keys-stay-distinct',
  title: 'Two actions with the same content are two records',
  level: 'MUST',
  course: 'The same payload is sent under two keys.',
  holdsWhen: 'There are two records.',
  risk: 'The second of two equal orders disappears, although both were approved.',
  usualCause: 'The receiver recognises a repeat by the content, or by a hash of it, and not by the key.',
  remedy: 'Let the key alone say which action a request belongs to.',
  sources: [
    'IETF Idempotency-Key draft, section 2: the key identifies the request',
    'public reports B63 and B67: identity made from content',
  ],
  needs: ['observe'],
  flaws: ['dedupes-by-payload'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: ({ contract }) => [
    {
      name: 'same content twice',
      steps: [
        first(monday, { expect: firstAnswers(contract) }),
        first(tuesday, { expect: firstAnswers(contract) }),
        observeLate(monday, two),
      ],
    },
  ],
  invariants: [recordsAsPromised, distinctActionsHaveDistinctRecords, acknowledgedRecordsExist],
  shows: ['carriage'],
  sees,
};

/** The other half of the proof that the key is read: a second one makes a second record of the same content. */
function sees({ tries, contract }: HistoryView): readonly Observation[] {
  const seen = tries.flatMap((each) => each.of('observed')).at(-1);
  if (seen?.complete !== true || seen.records.length === 0 || seen.records.length > 2) return [];
  const apart = seen.records.length === 2;
  const observed = apart
    ? 'a second key makes a second record'
    : 'a second key with the same content makes none';
  const fits = apart ? [carriageOf(contract), 'none'] : ['the content'];
  return [{ claim: 'carriage', observed, fits, events: [seen.seq] }];
}
