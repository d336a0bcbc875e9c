import type { Effort } from '../model/effort.js';
import type { TargetSource } from '../run/target.js';

const realMs: Readonly<Record<Effort, number>> = { quick: 250, standard: 500, thorough: 5_000 };
const skippedMs = 60_000;

/** Milliseconds until a count is final: long where they cost nothing, and never shorter than the contract says. */
export function settleTime({ skipsWaits, adapter }: TargetSource, effort: Effort): number {
  return Math.max(skipsWaits ? skippedMs : realMs[effort], adapter.contract.consistency.settleMs);
}
