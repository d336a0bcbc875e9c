import type { Contract } from './contract.js';

/** The lines of a contract that are held against what is observed, in the order in which reports show them. */
export const contractLineNames = [
  'carriage',
  'replay',
  'replay marker',
  'mismatch',
  'in_flight',
  'failures',
  'missing_key',
  'after_expiry',
  'retention',
  'scope: tenant',
  'scope: credential',
  'scope: operation',
  'consistency',
  'intent: repeat',
  'intent: differs',
] as const;

/** The name of such a line. */
export type ContractLineName = (typeof contractLineNames)[number];

/** Bounds of a length of time in milliseconds; null where none was seen. */
export interface Bracket {
  readonly atLeastMs: number | null;
  readonly atMostMs: number | null;
}

/** Where a key travels, in words: `header Idempotency-Key`, `path`; `none` where no key binds anything. */
export function carriageOf({ key, mode }: Pick<Contract, 'key' | 'mode'>): string {
  if (mode === 'unguarded') return 'none';
  if (key.in === 'none') return 'a text of the request';
  return key.name === null ? key.in : `${key.in} ${key.name}`;
}
