import type { Contract } from '../harness/model/contract.js';
import type { SenderPolicy } from '../harness/model/sender-policy.js';

const longestTimeoutMs = 5_000;

/** A sender's time limit, and a lease just longer, that a scenario can wait out whatever the contract's own limit is. */
export function shortLease({ limits }: Contract): Pick<SenderPolicy, 'timeoutMs' | 'leaseMs'> {
  const timeoutMs = Math.min(limits.timeoutMs, longestTimeoutMs);
  return { timeoutMs, leaseMs: timeoutMs + 1_000 };
}

/** No contract states how long a receiver keeps a claim whose owner is gone; a key that is held for longer than this is stuck. */
export const longestReceiverLeaseMs = 45_000;
