import type { Contract } from '../../harness/model/contract.js';
import type { Setting } from '../../harness/model/scenario.js';

type Keyed = Pick<Contract, 'key' | 'mode'>;

/** True when a key is sent in a place of its own, and binds requests to an action. */
export function carriesKeys({ key, mode }: Keyed): boolean {
  return mode !== 'unguarded' && key.in !== 'none';
}

/** True when keys bind at all, and the contract's length and characters admit every one of these. */
export function allowsKeys({ key, mode }: Keyed, keys: readonly string[]): boolean {
  if (!carriesKeys({ key, mode })) return false;
  const { max, chars } = key;
  const pattern = chars === null ? null : new RegExp(chars, 'u');
  return keys.every(
    (each) => (max === null || Array.from(each).length <= max) && (pattern?.test(each) ?? true),
  );
}

/** True when the contract says in so many words that these keys are good, so that refusing one breaks it. */
export function namesKeys(contract: Keyed, keys: readonly string[]): boolean {
  return contract.key.chars !== null && allowsKeys(contract, keys);
}

/** A key whose spelling the scenario knows and the contract allows: letters and digits, or a UUID, else null. */
export function knownKey(setting: Setting, label: string): string | null {
  const halves = [setting.fresh(label), setting.fresh(`${label}, second half`)] as const;
  const spellings = [halves[0], uuidFrom(halves.join(''))];
  return spellings.find((key) => allowsKeys(setting.contract, [key])) ?? null;
}

/** Shaped as a random UUID (RFC 9562, version 4) from 32 characters of fresh text. */
function uuidFrom(text: string): string {
  const hex = Array.from(text, (character) => ((character.codePointAt(0) ?? 0) % 16).toString(16)).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
