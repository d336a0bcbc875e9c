import type { CredentialName } from '../model/action.js';
import type { PreparedRequest } from '../model/exchange.js';
import type { RowFacts, RowState } from '../model/outbox-row.js';
import type { OutcomeKind, RetryAdvice } from '../model/outcome.js';

/** How to go on with an action that the receiver has accepted, to be done later. */
export interface Acceptance {
  /** The exchange whose answer accepted it. */
  readonly exchange: string;
  /** What asks after it. */
  readonly request: PreparedRequest;
  /** Whether an earlier attempt was in doubt when the accepted request went out. */
  readonly doubtBefore: boolean;
}

/** A row of the outbox with its approval, as they stand on disk; times are milliseconds since the epoch. */
export interface StoredRow {
  readonly key: string;
  readonly action: string;
  readonly marker: string;
  readonly credential: CredentialName;
  /** SHA-256 (hex) of the request text that was approved. */
  readonly payloadHash: string;
  readonly expiresAt: number | null;
  /** The object and version of the data that it was approved on, and the latest known one when the row was read; null for none. */
  readonly dataObject: string | null;
  readonly dataVersion: string | null;
  readonly knownVersion: string | null;
  /** The prepared request as JSON text, written once. */
  readonly request: string;
  readonly state: RowState;
  readonly attempts: number;
  readonly remoteId: string | null;
  readonly fence: number;
  readonly leaseUntil: number | null;
  readonly nextAt: number | null;
  readonly firstSentAt: number | null;
  readonly inDoubt: 0 | 1;
  /** An `Acceptance` as JSON text, while the receiver has accepted the action and is not known to have done it. */
  readonly acceptance: string | null;
  /** What the last outcome asked the next attempt to do. */
  readonly advice: RetryAdvice | null;
  readonly budgetFrom: number;
  readonly lastOutcome: OutcomeKind | null;
  readonly reason: string | null;
}

/** The part of a stored row that events carry. */
export function factsOf(row: StoredRow): RowFacts {
  const { action, key, state, attempts, remoteId, fence, leaseUntil, reason } = row;
  return { action, key, state, attempts, remoteId, fence, leaseUntil, reason };
}
