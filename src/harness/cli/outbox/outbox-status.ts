import type { RowState } from '../../model/outbox-row.js';
import {
  ageMs,
  firstAttemptShare,
  meanAttempts,
  type LedgerFigures,
} from '../../sender/store/ledger-figures.js';

/** What `outbox status --json` prints: counts, shares and ages, and nothing that tells of any one action. */
export function outboxStatus(figures: LedgerFigures) {
  const { unknown, blocked } = figures;
  return {
    ...stateCounts(figures),
    firstAttemptShare: firstAttemptShare(figures),
    duplicatesSuppressed: { replayed: figures.replayed, exists: figures.exists },
    hashConflicts: figures.mismatch,
    discrepancies: figures.discrepancies,
    unknowns: { count: unknown, oldestAgeMs: ageMs(figures, figures.unknownFrom) },
    oldestPendingAgeMs: ageMs(figures, figures.pendingFrom),
    exceptionQueue: { size: blocked, oldestAgeMs: ageMs(figures, figures.blockedFrom) },
    attemptsPerAction: { mean: meanAttempts(figures), most: figures.mostAttempts },
    stoppedByConstraints: figures.refused,
    heldSends: figures.held,
    pausedForMs: ageMs(figures, figures.pausedFrom),
  };
}

/** How many actions are in each state. */
export function stateCounts(figures: LedgerFigures): Readonly<Record<RowState, number>> {
  const { pending, processing, sent, unknown, blocked, failed } = figures;
  return { pending, processing, sent, unknown, blocked, failed };
}
