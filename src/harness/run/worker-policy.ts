import type { Adapter } from '../model/adapter.js';
import type { SenderPolicy } from '../model/sender-policy.js';
import { senderPolicy } from './sender-policy.js';

const moreAttempts = 15;
const backoff = { baseMs: 200, mostMs: 60_000 };
/** An attempt may look up, create, and look up again; and the ledger may be slow. */
const mostExchanges = 3;
const slackMs = 10_000;

/** The policy of workers outside any run: that of a run with the contract's own time limit, and more patience. */
export function workerPolicy(
  adapter: Pick<Adapter, 'contract' | 'poll'>,
  leaseMs: number | undefined,
): SenderPolicy {
  const { timeoutMs } = adapter.contract.limits;
  const plain = senderPolicy(adapter, 'real');
  return {
    ...plain,
    timeoutMs,
    maxAttempts: plain.maxAttempts + moreAttempts,
    leaseMs: leaseMs ?? mostExchanges * timeoutMs + slackMs,
    backoff,
  };
}
