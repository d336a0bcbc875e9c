/** Where an action stands in the outbox. */
export const rowStates = ['pending', 'processing', 'sent', 'unknown', 'blocked', 'failed'] as const;

/** One of the outbox states. */
export type RowState = (typeof rowStates)[number];

/** A row of the outbox as events carry it. */
export interface RowFacts {
  readonly action: string;
  readonly key: string;
  readonly state: RowState;
  readonly attempts: number;
  readonly remoteId: string | null;
  readonly fence: number;
  /** Milliseconds since the epoch until which the lease holds, or null for none. */
  readonly leaseUntil: number | null;
  readonly reason: string | null;
}
