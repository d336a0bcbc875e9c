import type { Contract } from '../../harness/model/contract.js';
import type { Setting } from '../../harness/model/scenario.js';
import type { KeyFamily } from '../../harness/model/sequence.js';
import { allowsKeys, knownKey, namesKeys } from '../key/allowed-keys.js';
import { longText } from '../key/long-text.js';

/** The keys of one family, alike in what careless receivers overlook. */
export interface KeySpellings {
  readonly keys: readonly string[];
  /** Whether the contract lets the receiver refuse them. */
  readonly mayBeRefused: boolean;
}

/** The spellings of a family under this contract; null where keys are made as the contract makes them. */
export function keySpellings(setting: Setting, family: KeyFamily): KeySpellings | null {
  const { contract } = setting;
  const keys = spelled(setting, family);
  if (keys === null) return null;
  if (family === 'too-long') {
    return contract.key.max === null || contract.mode === 'unguarded' ? null : { keys, mayBeRefused: true };
  }
  if (!allowsKeys(contract, keys)) return null;
  const named = namesKeys(contract, keys);
  // A header carries nothing but ASCII unless its owner says so.
  if (family === 'accents' && contract.key.in === 'header' && !named) return null;
  return { keys, mayBeRefused: mayRefuse(contract, family, keys) };
}

function mayRefuse(contract: Contract, family: KeyFamily, keys: readonly string[]): boolean {
  const odd = family === 'blanks' || family === 'accents' || family === 'punctuation';
  return odd && !namesKeys(contract, keys);
}

function spelled(setting: Setting, family: KeyFamily): readonly string[] | null {
  const stem = setting.fresh('stem');
  const { max } = setting.contract.key;
  switch (family) {
    case 'made':
      return null;
    case 'word':
      return words(setting);
    case 'case':
      return [`${stem}abc`, `${stem}ABC`, `${stem}Abc`];
    case 'beginning':
      return [`${stem}-one`, stem, `${stem}-one-more`];
    case 'last-character':
      return endings(longText(setting, 'long stem', (max ?? 100) - 1));
    case 'too-long':
      return endings(longText(setting, 'long stem', max ?? 100));
    case 'number':
      return numbers(stem);
    case 'punctuation':
      return [`${stem}:a/b`, `${stem}ab`, `${stem}%a'b`];
    case 'blanks':
      return [`${stem} a`, `${stem}  a`, `${stem}a`];
    case 'accents':
      return [`${stem}\u{e9}`, `${stem}e\u{301}`];
  }
}

function endings(stem: string): readonly string[] {
  return [`${stem}a`, `${stem}b`, `${stem}c`];
}

/** Fifteen digits at most, which a double holds exactly; the first is not 0. */
function numbers(stem: string): readonly string[] {
  const digits = Array.from(stem, (character) => (character.codePointAt(0) ?? 0) % 10).join('');
  const number = `7${digits.slice(0, 13)}`;
  return [number, `0${number}`, `${number}.0`];
}

function words(setting: Setting): readonly string[] | null {
  const keys = ['a', 'b', 'c'].map((label) => knownKey(setting, `word ${label}`));
  return keys.every((key) => key !== null) ? keys : null;
}
