import type { Contract } from '../model/contract.js';
import type { KeyRules } from './operation.js';

/** What is held against a receiver that does not say how long it keeps a key: a retry within a minute is what keys are for. */
const unstatedWindowMs = 60_000;

/** The rules that a contract sets for its keys, or why it sets none that a history could break. */
export function keyRules(
  contract: Contract,
): { readonly rules: KeyRules } | { readonly rules: null; readonly why: string } {
  const { mode, claims, key } = contract;
  if (mode === 'unguarded' || key.in === 'none') {
    return { rules: null, why: 'the contract does not say that a key is heeded' };
  }
  if (claims.in_flight === 'may_duplicate') {
    return { rules: null, why: 'the contract allows creates that overlap to make several records' };
  }
  // Where contents stand apart, each has a key of its own to the checker.
  const isRefused = refusesOtherContent(contract) || contentsStandApart(contract);
  return { rules: { otherContent: isRefused ? 'refused' : 'taken', windowMs: windowMs(contract) } };
}

/** True where other content under a used key is told from the same; a record's own key is there whatever the content. */
export function refusesOtherContent({ mode, claims: { mismatch } }: Contract): boolean {
  return mode === 'key' && mismatch === 'reject';
}

/** True where other content under a used key is an action of its own. */
export function contentsStandApart({ claims: { mismatch } }: Contract): boolean {
  return mismatch === 'new_record';
}

/** True where the contract does not say what becomes of other content under a used key. */
export function otherContentIsOpen({ claims: { mismatch } }: Contract): boolean {
  return mismatch === 'undocumented';
}

function windowMs({
  claims: { after_expiry: afterExpiry },
  retention: { kind, ms },
}: Contract): number | null {
  const staysForGood = afterExpiry === 'refuse' || afterExpiry === 'replay';
  if (kind === 'record' || staysForGood) return null;
  const stated = kind === 'floor' || kind === 'exact';
  return stated && ms !== null ? ms : Math.min(ms ?? Infinity, unstatedWindowMs);
}
