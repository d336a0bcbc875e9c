import type { Clock } from '../model/clock.js';
import type { LedgerFigures } from '../sender/store/ledger-figures.js';

/** The ledger is counted no more often than this, however often it is asked for. */
const shortestReadMs = 1_000;
/** Well within the ten seconds that Prometheus waits for an answer if nobody tells it otherwise. */
const longestWaitMs = 5_000;

/** A count of the ledger, of which all who ask meanwhile get the end. */
interface Reading {
  readonly figures: Promise<LedgerFigures>;
  /** When it was over, whichever way; null while it is under way. */
  endedAt: number | null;
}

/**
 * The same figures for all who ask within a second, from one reading at a time: a ledger that is away is waited for by its
 * store, on a connection that the worker lacks meanwhile. Who asks is told after five seconds that there are none; the
 * reading goes on, for whoever asks next.
 */
export function sparingFigures(
  figures: () => Promise<LedgerFigures>,
  clock: Clock,
): () => Promise<LedgerFigures> {
  let last: Reading | null = null;
  const isFresh = ({ endedAt }: Reading): boolean =>
    endedAt === null || clock.now() - endedAt < shortestReadMs;
  return () => {
    if (last === null || !isFresh(last)) last = begun(figures, clock);
    return within(last, clock);
  };
}

function begun(figures: () => Promise<LedgerFigures>, clock: Clock): Reading {
  const reading: Reading = { figures: figures(), endedAt: null };
  const end = (): void => {
    reading.endedAt = clock.now();
  };
  reading.figures.then(end, end);
  return reading;
}

function within({ figures }: Reading, clock: Clock): Promise<LedgerFigures> {
  return new Promise((resolve, reject) => {
    const late = (): void =>
      reject(new Error(`The ledger was not counted within ${String(longestWaitMs)} ms.`));
    const cancel = clock.at(longestWaitMs, late);
    figures.then(resolve, reject).finally(cancel);
  });
}
