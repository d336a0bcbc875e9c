import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import { carriageOf } from '../../harness/model/contract-line.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { atMostOne, first, observeEarly, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** The plainest promise of all: the same action told three times is one record. */
export const sameRecord: Scenario = {
  id: 'replay/same-record',
  title: 'The same action, told three times, is one record',
  level: 'MUST',
  course: 'The same key and the same payload are sent three times in a row.',
  holdsWhen: 'There is one record, and every answer resolves to the id that the first one named.',
  risk: 'Every retry makes the work again: two tasks for one customer, two orders for one approval.',
  usualCause: 'The key is not read on this route, or it is written under one name and read under another.',
  remedy: 'Store the key with the record in one transaction, under a unique constraint, and answer from it.',
  sources: [
    'IETF Idempotency-Key draft, section 2',
    'public report B80: replay that had never worked',
    'public report B01: a key that was accepted and not read',
  ],
  needs: ['observe'],
  flaws: ['no-deduplication', 'written-and-read-under-two-names'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [
    {
      name: 'three times',
      steps: [first(task), retry(task), retry(task), observeEarly(task, atMostOne), observeLate(task, one)],
    },
  ],
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
  shows: ['carriage'],
  sees,
};

/** Half of the proof that the key is read where it travels: without it, a repeat would be another action. */
function sees({ tries, contract }: HistoryView): readonly Observation[] {
  const seen = tries.flatMap((each) => each.of('observed')).findLast(({ when }) => when === 'late');
  if (seen?.complete !== true || seen.records.length === 0) return [];
  const absorbed = seen.records.length === 1;
  const observed = absorbed
    ? 'the same key again makes no record'
    : 'the same key again makes another record';
  // Whoever knows a repeat by its content absorbs it as well.
  const fits = absorbed ? [carriageOf(contract), 'the content'] : ['none'];
  return [{ claim: 'carriage', observed, fits, events: [seen.seq] }];
}
