import type { RowState } from '../../model/outbox-row.js';
import type { LedgerFigures } from '../../sender/store/ledger-figures.js';

/** What `outbox status --json` prints: counts, shares and ages, and nothing that tells of any one action. */
export function outboxStatus(figures: LedgerFigures) {
  const { now, sent, sentAtFirst, attempts, attempted, unknown, blocked } = figures;
  const ageMs = (from: number | null): number | null => (from === null ? null : Math.max(0, now - from));
  return {
    ...stateCounts(figures),
    firstAttemptShare: sent === 0 ? null : sentAtFirst / sent,
    duplicatesSuppressed: { replayed: figures.replayed, exists: figures.exists },
    hashConflicts: figures.mismatch,
    discrepancies: figures.discrepancies,
    unknowns: { count: unknown, oldestAgeMs: ageMs(figures.unknownFrom) },
    oldestPendingAgeMs: ageMs(figures.pendingFrom),
    exceptionQueue: { size: blocked, oldestAgeMs: ageMs(figures.blockedFrom) },
    attemptsPerAction: {
      mean: attempted === 0 ? null : attempts / attempted,
      most: figures.mostAttempts,
    },
    stoppedByConstraints: figures.refused,
    heldSends: figures.held,
    pausedForMs: ageMs(figures.pausedFrom),
  };
}

/** How many actions are in each state. */
export function stateCounts(figures: LedgerFigures): Readonly<Record<RowState, number>> {
  const { pending, processing, sent, unknown, blocked, failed } = figures;
  return { pending, processing, sent, unknown, blocked, failed };
}
