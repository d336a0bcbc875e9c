import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { distinctActionsHaveDistinctRecords } from '../../harness/invariants/distinct-actions-have-distinct-records.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { two } from '../steps.js';
import { allowsKeys } from './allowed-keys.js';
import { actionsUnder, toldInTurn } from './told-in-turn.js';

/** Keys are compared character by character: abc and ABC are two actions. */
export const caseKept: Scenario = {
  id: 'key/case-kept',
  title: 'Keys that differ in case alone are two keys',
  level: 'MUST',
  course: 'Two actions of one content are told three times each, under keys that differ in case alone.',
  holdsWhen: 'There are two records, and each retry names its own.',
  risk: 'An approved action is taken for another one that was done before, and is never carried out.',
  usualCause: 'The keys stand in a column whose collation folds case, or they are lower-cased on the way in.',
  remedy: 'Compare keys by their bytes: a binary collation, and no change of case before it.',
  sources: [
    'public report B73: keys compared without regard to case',
    'IETF Idempotency-Key draft, 2.1: syntax',
  ],
  needs: ['observe'],
  flaws: ['key-lower-cased'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  // Two actions that are taken for one lose one of them, and no way of retrying brings it back.
  caps: { effect: 'unsafe', answer: 'duplicate-safe' },
  tries: (setting) => {
    const stem = setting.fresh('stem');
    const keys = [`${stem}abc`, `${stem}ABC`];
    if (!allowsKeys(setting.contract, keys)) return [];
    const actions = actionsUnder(setting, 'case', keys);
    return [{ name: 'lower and upper case', steps: toldInTurn(actions, { count: two }) }];
  },
  invariants: [
    recordsAsPromised,
    distinctActionsHaveDistinctRecords,
    retriesNameTheFirstRecord,
    acknowledgedRecordsExist,
  ],
};
