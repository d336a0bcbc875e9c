import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { differentKeysKeptApart } from '../../harness/invariants/different-keys-kept-apart.js';
import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { allowsKeys, namesKeys } from './allowed-keys.js';
import { toldOrRefused } from './told-in-turn.js';

/** The same letter in two Unicode spellings makes two keys; a header carries neither unless the contract says so. */
export const unicodeForms: Scenario = {
  id: 'key/unicode-forms',
  title: 'Two Unicode spellings of one letter are two keys, or are refused',
  level: 'MUST',
  course:
    'Two actions of one content are told three times each: one key has a letter with its accent in one character (NFC), the other in two (NFD).',
  holdsWhen:
    'Each key is a key of its own, or is refused; none is taken for another, and no answer is a server error.',
  risk: 'Two actions that are keyed by names with accents become one, and one of them is never carried out.',
  usualCause: 'The database or a library normalises text before it compares it.',
  remedy: 'Compare keys by their bytes, or admit ASCII alone and refuse the rest.',
  sources: [
    'public report B73: NFC and NFD',
    'Unicode Standard Annex 15: Normalization Forms',
    'RFC 9110, 5.5',
  ],
  needs: ['observe'],
  flaws: ['key-normalised'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  // Two actions that are taken for one lose one of them, and no way of retrying brings it back.
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: (setting) => {
    const stem = setting.fresh('stem');
    const keys = [`${stem}\u{e9}`, `${stem}e\u{301}`];
    const { contract } = setting;
    const carried = contract.key.in === 'header' ? namesKeys(contract, keys) : allowsKeys(contract, keys);
    return carried ? [{ name: 'NFC and NFD', steps: toldOrRefused(setting, 'accent', keys) }] : [];
  },
  invariants: [recordsAsPromised, differentKeysKeptApart, answersAsPromised, noServerErrors],
};
