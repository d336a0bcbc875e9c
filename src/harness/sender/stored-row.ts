import type { CredentialName } from '../model/action.js';
import type { RowFacts, RowState } from '../model/outbox-row.js';
import type { OutcomeKind } from '../model/outcome.js';

/** A row of the outbox with its approval, as they stand on disk; times are milliseconds since the epoch. */
export interface StoredRow {
  readonly key: string;
  readonly action: string;
  readonly marker: string;
  readonly credential: CredentialName;
  /** SHA-256 (hex) of the request text that was approved. */
  readonly payloadHash: string;
  readonly expiresAt: number | null;
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
  readonly budgetFrom: number;
  readonly lastOutcome: OutcomeKind | null;
  readonly reason: string | null;
}

/** The part of a stored row that events carry. */
export function factsOf(row: StoredRow): RowFacts {
  const { action, key, state, attempts, remoteId, fence, leaseUntil, reason } = row;
  return { action, key, state, attempts, remoteId, fence, leaseUntil, reason };
}
