import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { differentKeysKeptApart } from '../../harness/invariants/different-keys-kept-apart.js';
import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { allowsKeys } from './allowed-keys.js';
import { toldOrRefused } from './told-in-turn.js';

/** Blanks inside a key are part of it; outer ones are not probed, since HTTP takes them off a header by its own rules. */
export const innerSpace: Scenario = {
  id: 'key/inner-space',
  title: 'Blanks inside a key are kept, or the key is refused',
  level: 'MUST',
  course:
    'Three actions of one content are told three times each, under keys that differ in inner blanks alone.',
  holdsWhen:
    'Each key is a key of its own, or is refused; none is taken for another, and no answer is a server error.',
  risk: 'An approved action is taken for another one whose key has other blanks, and is never carried out.',
  usualCause: 'Runs of blanks are collapsed or trimmed by a form library, a framework or the database.',
  remedy: 'Keep the key as it came, or refuse blanks in it.',
  sources: [
    'public report B73: padded comparison of keys',
    'public report B74: spaces and tabs in keys',
    'RFC 9110, 5.5: outer blanks are no part of a field value',
  ],
  needs: ['observe'],
  flaws: ['key-spaces-collapsed'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  // Two actions that are taken for one lose one of them, and no way of retrying brings it back.
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: (setting) => {
    const stem = setting.fresh('stem');
    const keys = [`${stem} a`, `${stem}  a`, `${stem}a`];
    if (!allowsKeys(setting.contract, keys)) return [];
    return [{ name: 'one blank, two, none', steps: toldOrRefused(setting, 'blanks', keys) }];
  },
  invariants: [recordsAsPromised, differentKeysKeptApart, answersAsPromised, noServerErrors],
};
