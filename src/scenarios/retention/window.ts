import type { Contract } from '../../harness/model/contract.js';
import type { Step } from '../../harness/model/step.js';

const hundred = 100;

/** That share of a window, in whole milliseconds. */
export function percentOf(windowMs: number, percent: number): number {
  return Math.floor((windowMs * percent) / hundred);
}

/** Moves the receiver's clock forward. */
export function moveClock(ms: number): Step {
  return { do: 'control', what: { control: 'move-clock', ms } };
}

/** The claimed window, or null where none is stated or keys bind nothing. */
export function statedWindowMs({ mode, retention }: Pick<Contract, 'mode' | 'retention'>): number | null {
  return mode === 'unguarded' ? null : retention.ms;
}

/** The window in which the contract promises to remember a key, or null: a ceiling promises nothing inside it. */
export function promisedWindowMs(contract: Pick<Contract, 'mode' | 'retention'>): number | null {
  return contract.retention.kind === 'ceiling' ? null : statedWindowMs(contract);
}

/** The window after which the contract says that a key is gone, or null: a floor may be kept for longer. */
export function endingWindowMs(contract: Pick<Contract, 'mode' | 'retention'>): number | null {
  return contract.retention.kind === 'floor' ? null : statedWindowMs(contract);
}
