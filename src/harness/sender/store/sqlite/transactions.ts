import type Database from 'better-sqlite3';

/** Ways to run several statements as one transaction that holds the write lock from its beginning. */
export interface Transactions {
  /** A throw leaves nothing behind. */
  readonly together: <Result>(work: () => Result) => Result;
  /**
   * The same without waiting for the disk: it outlives the process, and a loss of power may undo it. Only for what
   * may be undone while nothing has been sent; the next commit that waits takes it along.
   */
  readonly togetherUnsynced: <Result>(work: () => Result) => Result;
}

/** The transactions of a database whose commits otherwise wait as `synchronous` says. */
export function transactionsOf(database: Database.Database, synchronous: 'FULL' | 'NORMAL'): Transactions {
  const transaction = database.transaction((work: () => unknown) => work());
  const together = <Result>(work: () => Result): Result => transaction.immediate(work) as Result;
  // No commit waits for the disk then.
  if (synchronous === 'NORMAL') return { together, togetherUnsynced: together };
  return {
    together,
    togetherUnsynced: (work) => {
      database.pragma('synchronous = NORMAL');
      try {
        return together(work);
      } finally {
        database.pragma('synchronous = FULL');
      }
    },
  };
}
