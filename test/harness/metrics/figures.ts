import type { LedgerFigures } from '../../../src/harness/sender/store/ledger-figures.js';

/** Figures of a ledger with something of everything in it. */
export const busyFigures: LedgerFigures = {
  now: 100_000,
  pending: 4,
  processing: 2,
  sent: 10,
  unknown: 3,
  blocked: 1,
  failed: 5,
  sentAtFirst: 7,
  replayed: 6,
  exists: 8,
  mismatch: 9,
  discrepancies: 1,
  refused: 11,
  held: 12,
  attempts: 40,
  attempted: 16,
  mostAttempts: 13,
  pendingFrom: 40_000,
  unknownFrom: 70_000,
  blockedFrom: 98_500,
  pausedFrom: 99_000,
};

/** Figures of a ledger with nothing in it. */
export const emptyFigures = Object.fromEntries(
  Object.entries(busyFigures).map(([name]) => [name, name.endsWith('From') ? null : 0]),
) as unknown as LedgerFigures;
