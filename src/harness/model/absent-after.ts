import type { Contract } from './contract.js';

/**
 * How long after a create was given up a look-up that finds nothing is believed, in milliseconds: as long as look-ups
 * may lag, and as long again as the create was waited for, since the receiver may still be at work on it.
 */
export function absentAfterMs({ consistency }: Pick<Contract, 'consistency'>, timeoutMs: number): number {
  return consistency.settleMs + timeoutMs;
}
