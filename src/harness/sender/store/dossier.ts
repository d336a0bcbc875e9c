import type { StoredRow } from '../stored-row.js';

/** One attempt as the ledger has logged it; times are milliseconds since the epoch, null for what did not happen. */
export interface LoggedAttempt {
  readonly number: number;
  readonly fence: number;
  readonly worker: string;
  readonly claimedAt: number;
  readonly leaseUntil: number;
  readonly sentAt: number | null;
  readonly endedAt: number | null;
  readonly exchange: string | null;
  readonly outcome: string | null;
  readonly result: string | null;
}

/** One act of an operator as the ledger has logged it; `at` is milliseconds since the epoch. */
export interface LoggedAct {
  readonly at: number;
  readonly act: string;
  readonly who: string;
  readonly why: string;
  readonly result: string;
}

/** What a ledger knows of an approval beside the row; null for what was not named. */
export interface ApprovalDetails {
  /** Milliseconds since the epoch. */
  readonly approvedAt: number;
  readonly aggregate: string | null;
  readonly requestedBy: string | null;
  readonly approvedBy: string | null;
}

/** All that a ledger knows of one action: its row with its approval, every attempt, every act of an operator. */
export interface Dossier extends ApprovalDetails {
  readonly row: StoredRow;
  readonly attempts: readonly LoggedAttempt[];
  readonly acts: readonly LoggedAct[];
}

/** What a dossier is read by besides its row, in words that both stores speak; `key` is how each spells a first parameter. */
export function dossierStatements(table: (name: string) => string, key: '?' | '$1') {
  return {
    approval: `
      SELECT approved_at AS "approvedAt", aggregate, requested_by AS "requestedBy", approved_by AS "approvedBy"
      FROM ${table('approvals')} WHERE key = ${key}`,
    attempts: `
      SELECT number, fence, worker, claimed_at AS "claimedAt", lease_until AS "leaseUntil", sent_at AS "sentAt",
        ended_at AS "endedAt", exchange, outcome, result
      FROM ${table('attempts')} WHERE key = ${key} ORDER BY fence`,
    acts: `
      SELECT at, act, who, why, result FROM ${table('operator_acts')} WHERE key = ${key} ORDER BY place`,
  };
}
