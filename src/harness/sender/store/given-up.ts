import type { StoredRow } from '../stored-row.js';

/** A row whose attempt budget is used up, as it stands until an operator decides. */
export function givenUp(before: StoredRow, reason: string): StoredRow {
  return {
    ...before,
    state: 'blocked',
    advice: null,
    lastOutcome: null,
    nextAt: null,
    leaseUntil: null,
    reason,
  };
}
