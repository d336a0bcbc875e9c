/** Lets one piece of work at a time have its turn. */
export interface Turns {
  /** Waits until those before have ended, well or badly, then works and gives the result. */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Opens a queue of turns, in the order in which they are asked for. */
export function openTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take: (work) => {
      const turn = last.then(work, work);
      last = turn;
      return turn;
    },
  };
}
