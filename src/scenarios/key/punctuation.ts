import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { differentKeysKeptApart } from '../../harness/invariants/different-keys-kept-apart.js';
import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { allowsKeys } from './allowed-keys.js';
import { toldOrRefused } from './told-in-turn.js';

/** Punctuation is part of a key: it is neither stripped, nor decoded, nor read as a pattern. */
export const punctuation: Scenario = {
  id: 'key/punctuation',
  title: 'Punctuation in a key is kept',
  level: 'MUST',
  course:
    'Actions of one content are told three times each, under keys that differ in colons, slashes, percent signs, quotes, semicolons and stars alone.',
  holdsWhen:
    'Every key is a key of its own, or is refused where the contract does not name its characters; no answer is a server error.',
  risk: 'An approved action is taken for another one with a similar key, and is never carried out.',
  usualCause:
    'The key is cleaned, percent-decoded once more, or put into a path or a query without escaping.',
  remedy:
    'Treat the key as opaque text and bind it as a parameter; refuse what the published form does not allow.',
  sources: [
    'first essay: the key harbor:create-followup:v1:case-104',
    'IETF Idempotency-Key draft, 5: security considerations (injection through keys)',
    'RFC 9651, Strings: which characters a structured field can carry',
  ],
  needs: ['observe'],
  flaws: ['key-punctuation-stripped'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  // Two actions that are taken for one lose one of them, and no way of retrying brings it back.
  caps: { effect: 'unsafe', answer: 'duplicate-safe' },
  tries: (setting) => {
    const stem = setting.fresh('stem');
    const tries = groupsOf(stem).map(({ name, keys }) => ({
      name,
      keys: keys.filter((key) => allowsKeys(setting.contract, [key])),
    }));
    return tries
      .filter(({ keys }) => keys.length > 1)
      .map(({ name, keys }) => ({ name, steps: toldOrRefused(setting, name, keys) }));
  },
  invariants: [recordsAsPromised, differentKeysKeptApart, answersAsPromised, noServerErrors],
};

/** No comma: HTTP joins repeated headers with one (RFC 9110, 5.3), so a key with a comma cannot be told from two keys. */
function groupsOf(stem: string): readonly { readonly name: string; readonly keys: readonly string[] }[] {
  return [
    {
      name: 'names with parts',
      keys: [
        `harbor:create-followup:v1:${stem}`,
        `harbor:create-followup:v1${stem}`,
        `harbor-create-followup-v1-${stem}`,
      ],
    },
    { name: 'slash and percent', keys: [`${stem}/1`, `${stem}%2F1`, `${stem}%252F1`, `${stem}1`] },
    {
      name: 'quotes, semicolon, star',
      keys: [`${stem}"2`, `${stem}'2`, `${stem};2`, `${stem}*2`, `${stem}2`],
    },
  ];
}
