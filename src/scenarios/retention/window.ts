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

/** The window in which the contract promises to remember a key, or null: a ceiling promises nothing inside it. */
export function promisedWindowMs({ retention }: Pick<Contract, 'retention'>): number | null {
  return retention.kind === 'floor' || retention.kind === 'exact' ? retention.ms : null;
}

/** The window after which the contract says that a key is gone, or null: a floor may be kept for longer. */
export function endingWindowMs({ retention }: Pick<Contract, 'retention'>): number | null {
  return retention.kind === 'ceiling' || retention.kind === 'exact' ? retention.ms : null;
}
