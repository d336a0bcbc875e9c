import type { Opening } from './opening.js';

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
export function transactionsOf({ used }: Opening, synchronous: 'FULL' | 'NORMAL'): Transactions {
  const transaction = used().transaction((work: () => unknown) => work());
  const together = <Result>(work: () => Result): Result => {
    used();
    return transaction.immediate(work) as Result;
  };
  // No commit waits for the disk then.
  if (synchronous === 'NORMAL') return { together, togetherUnsynced: together };
  return {
    together,
    togetherUnsynced: (work) => {
      used().pragma('synchronous = NORMAL');
      try {
        return together(work);
      } finally {
        used().pragma('synchronous = FULL');
      }
    },
  };
}
