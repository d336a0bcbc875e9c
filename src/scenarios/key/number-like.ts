import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { distinctActionsHaveDistinctRecords } from '../../harness/invariants/distinct-actions-have-distinct-records.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { allowsKeys } from './allowed-keys.js';
import { actionsUnder, toldInTurn } from './told-in-turn.js';

/** A key that looks like a number is text all the same. */
export const numberLike: Scenario = {
  id: 'key/number-like',
  title: 'Keys that look like one number are different keys',
  level: 'MUST',
  course:
    'Four actions of one content are told three times each, under spellings of one number: 1, 01, 1.0, 1e0.',
  holdsWhen: 'There are four records, and each retry names its own.',
  risk: 'Document numbers such as 0042 and 42 become one key, and one of two actions is never carried out.',
  usualCause:
    'The key is turned into a number by a loosely typed language, a spreadsheet or a numeric column.',
  remedy: 'Keep the key as text from the wire to the store.',
  sources: [
    'public report B73: keys that are equal under a looser comparison',
    'IETF Idempotency-Key draft, 2.1: syntax (the key is a String)',
  ],
  needs: ['observe'],
  flaws: ['key-parsed-as-number'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  // Two actions that are taken for one lose one of them, and no way of retrying brings it back.
  caps: { effect: 'unsafe', answer: 'duplicate-safe' },
  tries: (setting) => {
    const number = digitsFrom(setting.fresh('digits'));
    const keys = [number, `0${number}`, `${number}.0`, `${number}e0`];
    if (!allowsKeys(setting.contract, keys)) return [];
    const actions = actionsUnder(setting, 'number', keys);
    return [{ name: 'four spellings of a number', steps: toldInTurn(actions, { count: { anyOf: [4] } }) }];
  },
  invariants: [
    recordsAsPromised,
    distinctActionsHaveDistinctRecords,
    retriesNameTheFirstRecord,
    acknowledgedRecordsExist,
  ],
};

/** Fifteen digits at most, so that a double holds the number exactly; the first is not 0. */
function digitsFrom(text: string): string {
  const digits = Array.from(text.slice(0, 14), (character) => (character.codePointAt(0) ?? 0) % 10);
  return `7${digits.join('')}`;
}
