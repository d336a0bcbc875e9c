import type { Contract } from '../model/contract.js';
import type { SenderPolicy } from '../model/event.js';

const longestRealTimeoutMs = 5_000;

/** The policy that the reference sender runs with against a receiver that claims this contract. */
export function senderPolicy(contract: Contract, clockKind: 'virtual' | 'real'): SenderPolicy {
  const timeoutMs =
    clockKind === 'virtual'
      ? contract.limits.timeoutMs
      : Math.min(contract.limits.timeoutMs, longestRealTimeoutMs);
  return {
    retry: contract.mode === 'unguarded' ? 'lookup-first' : 'same-key',
    maxAttempts: 5,
    deadlineMs: 7 * 24 * 3_600_000,
    leaseMs: timeoutMs + 1_000,
    timeoutMs,
    backoff: clockKind === 'virtual' ? { baseMs: 500, mostMs: 60_000 } : { baseMs: 50, mostMs: 1_000 },
    windowMs: contract.retention.ms,
    longestKey: contract.key.max ?? 255,
    longestBody: 1_048_576,
  };
}
