import type { RetryActions } from './contract.js';

/** What the sender's policy allows, written into each history so that it can be judged later. */
export interface SenderPolicy {
  readonly retry: 'same-key' | 'lookup-first' | 'never';
  readonly maxAttempts: number;
  readonly deadlineMs: number;
  readonly leaseMs: number;
  readonly timeoutMs: number;
  readonly backoff: { readonly baseMs: number; readonly mostMs: number };
  /** Milliseconds since the first send after which the same key is no longer safe to send, or null. */
  readonly windowMs: number | null;
  /** Milliseconds after a create was given up before a look-up that finds nothing is believed; at once where left out. */
  readonly absentAfterMs?: number;
  /** What the receiver's owner says to do after which outcome; it makes the sender more careful, or lets it retry a refusal. */
  readonly actions?: RetryActions;
  /** Longest key and body that an approval may have. */
  readonly longestKey: number;
  readonly longestBody: number;
}
