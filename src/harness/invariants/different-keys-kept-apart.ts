import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import type { OutcomeKind } from '../model/outcome.js';
import { deliveriesOf, genuine, inWords, overCases, overTries, type AnsweredCreate } from './reading.js';

/** What only a key that was used before can be answered with. */
const takenForAnother: readonly OutcomeKind[] = ['replayed', 'exists', 'updated', 'mismatch', 'in-flight'];

interface FirstUse {
  readonly action: string;
  readonly create: AnsweredCreate;
}

/** The first use of a key makes a record of its own or is refused: it is never taken for another key. */
export const differentKeysKeptApart: Invariant = {
  id: 'different-keys-kept-apart',
  about: 'effect',
  promise: 'Two keys that differ in any character are two keys, or are refused.',
  check: (history, { mode }) => {
    // An upsert need not tell a create from an update, so that "updated" is no sign there.
    const telling = takenForAnother.filter((kind) => kind !== 'updated' || mode !== 'upsert');
    const { cases, findings } = overTries(history, (each) => {
      const firsts = each.actions.flatMap((action) => firstUseOf(each, action));
      return overCases(firsts.length > 1 ? firsts : [], (use) => merged(each, use, { firsts, telling }));
    });
    return resultOf(cases, findings, 'no two keys were used for the first time');
  },
};

function firstUseOf(each: TryView, action: string): FirstUse[] {
  return deliveriesOf(each, action)
    .slice(0, 1)
    .filter(({ ended }) => genuine(ended))
    .map((create) => ({ action, create }));
}

function merged(
  each: TryView,
  { action, create }: FirstUse,
  { firsts, telling }: { readonly firsts: readonly FirstUse[]; readonly telling: readonly OutcomeKind[] },
): Broken | null {
  const { exchange, ended, outcome } = create;
  const earlier = firsts.filter((other) => other.create.exchange.started.seq < exchange.started.seq);
  const namesake = earlier.find(
    ({ create: { outcome: other } }) => other.id !== null && other.id === outcome.id,
  );
  if (namesake === undefined && !telling.includes(outcome.kind)) return null;
  const other = namesake ?? earlier.at(-1);
  return {
    attempt: each.name,
    action,
    sentence:
      'A key that was never used before was taken for another one that only looks like it: one of two actions is lost.',
    expected: `a record of its own for the key ${shownKey(each, action)}, or a refusal of the key`,
    actual: inWords(ended.answer, outcome),
    events: [
      ...(other === undefined ? [] : [other.create.exchange.started.seq, other.create.ended.seq]),
      exchange.started.seq,
      ended.seq,
    ],
  };
}

/** The key with its blanks and its unprintable characters to be seen, cut where it is long. */
function shownKey(each: TryView, action: string): string {
  const key = each.declared(action)?.key ?? '';
  const ascii = JSON.stringify(key).replaceAll(/[^ -~]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return ascii.length > 80 ? `${ascii.slice(0, 40)}…${ascii.slice(-39)}` : ascii;
}
