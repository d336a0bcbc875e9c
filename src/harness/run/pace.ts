import type { Clock } from '../model/clock.js';

/** Keeps exchanges to a rate that the target can bear. */
export interface Pace {
  /** Resolves when the next exchange may begin. */
  turn(signal: AbortSignal): Promise<void>;
  /**
   * Waits once for so many exchanges, which may then begin side by side. What others have reserved stays reserved.
   * Whoever is done calls what this resolves to: turns that nobody took are given up then.
   */
  reserve(count: number, signal: AbortSignal): Promise<() => void>;
}

/** Timers are no finer; what is left of a wait is added to the next. */
const shortestWaitMs = 1;

/** A pace of at most `perSecond` exchanges a second, over all that share it. */
export function openPace(clock: Clock, perSecond: number): Pace {
  const gapMs = 1000 / perSecond;
  let freeAt = clock.now();
  /** Turns reserved by whoever is not done yet, and those of them that were not taken. */
  let reserved = 0;
  let untaken = 0;
  const book = async (count: number, signal: AbortSignal): Promise<void> => {
    const from = Math.max(clock.now(), freeAt);
    freeAt = from + gapMs * count;
    const leftMs = from - clock.now();
    if (leftMs >= shortestWaitMs) await clock.sleep(leftMs, signal);
  };
  return {
    turn: async (signal) => {
      if (untaken > 0) untaken -= 1;
      else await book(1, signal);
    },
    reserve: async (count, signal) => {
      await book(count, signal);
      reserved += count;
      untaken += count;
      let isDone = false;
      return () => {
        if (isDone) return;
        isDone = true;
        reserved -= count;
        // Kept for later, they would come as a burst, on top of those that the time since was given to.
        untaken = Math.min(untaken, reserved);
      };
    },
  };
}

/** No pace at all, for a receiver in process. */
export const unpaced: Pace = {
  turn: () => Promise.resolve(),
  reserve: () => Promise.resolve(() => undefined),
};
