import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { distinctActionsHaveDistinctRecords } from '../../harness/invariants/distinct-actions-have-distinct-records.js';
import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { two } from '../steps.js';
import { allowsKeys } from './allowed-keys.js';
import { longText } from './long-text.js';
import { actionsUnder, toldInTurn } from './told-in-turn.js';

/** A key counts to its last character, and a random one of full length is no special case. */
export const fullLength: Scenario = {
  id: 'key/full-length',
  title: 'A key of the longest claimed length counts to its last character',
  level: 'MUST',
  course:
    'Two actions of one content are told three times each, under random keys of the longest claimed length that differ in the last character.',
  holdsWhen: 'There are two records, each retry names its own, and no answer is a server error.',
  risk: 'An approved action is taken for another one whose key begins alike, and is never carried out.',
  usualCause:
    'The column is shorter than the claim and cuts, or an index cannot hold a key that does not compress.',
  remedy: 'Make column and index as long as the claim, or claim the length that they have.',
  sources: [
    'public report B73: keys with a common beginning',
    'public report B74: a long random key is a 500, a long repetitive one passes',
  ],
  needs: ['observe', 'key-max'],
  flaws: ['key-cut-at-64'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  // Two actions that are taken for one lose one of them, and no way of retrying brings it back.
  caps: { effect: 'unsafe', answer: 'duplicate-safe' },
  tries: (setting) => {
    const stem = longText(setting, 'stem', (setting.contract.key.max ?? 1) - 1);
    const keys = [`${stem}a`, `${stem}b`];
    if (!allowsKeys(setting.contract, keys)) return [];
    const actions = actionsUnder(setting, 'full length', keys);
    return [{ name: 'the last character differs', steps: toldInTurn(actions, { count: two }) }];
  },
  invariants: [
    recordsAsPromised,
    distinctActionsHaveDistinctRecords,
    retriesNameTheFirstRecord,
    acknowledgedRecordsExist,
    noServerErrors,
  ],
};
