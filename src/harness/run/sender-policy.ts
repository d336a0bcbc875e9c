import { absentAfterMs } from '../model/absent-after.js';
import type { Adapter, PollCodec } from '../model/adapter.js';
import type { SenderPolicy } from '../model/sender-policy.js';

const longestRealTimeoutMs = 5_000;
const plainAttempts = 5;
const mostPolls = 30;

/** The policy that the reference sender runs with against a receiver that claims this contract. */
export function senderPolicy(
  { contract, poll }: Pick<Adapter, 'contract' | 'poll'>,
  clockKind: 'virtual' | 'real',
): SenderPolicy {
  const timeoutMs =
    clockKind === 'virtual'
      ? contract.limits.timeoutMs
      : Math.min(contract.limits.timeoutMs, longestRealTimeoutMs);
  return {
    retry: contract.mode === 'unguarded' ? 'lookup-first' : 'same-key',
    maxAttempts: plainAttempts + pollsOf(poll),
    deadlineMs: 7 * 24 * 3_600_000,
    leaseMs: timeoutMs + 1_000,
    timeoutMs,
    backoff: clockKind === 'virtual' ? { baseMs: 500, mostMs: 60_000 } : { baseMs: 50, mostMs: 1_000 },
    windowMs: contract.retention.ms,
    absentAfterMs: absentAfterMs(contract, timeoutMs),
    ...(contract.retryActions === undefined ? {} : { actions: contract.retryActions }),
    longestKey: contract.key.max ?? 255,
    longestBody: 1_048_576,
  };
}

/** Each poll of an accepted action is an attempt: as many more as its time allows. */
function pollsOf(poll: PollCodec | null): number {
  return poll === null ? 0 : Math.min(mostPolls, Math.ceil(poll.withinMs / Math.max(1, poll.everyMs)));
}
