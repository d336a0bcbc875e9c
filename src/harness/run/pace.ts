import type { Clock } from '../model/clock.js';

/** Keeps exchanges to a rate that the target can bear. */
export interface Pace {
  /** Resolves when the next exchange may begin. */
  turn(signal: AbortSignal): Promise<void>;
  /** Waits once for so many exchanges, which may then begin side by side. */
  reserve(count: number, signal: AbortSignal): Promise<void>;
}

/** Timers are no finer; what is left of a wait is added to the next. */
const shortestWaitMs = 1;

/** A pace of at most `perSecond` exchanges a second, over all that share it. */
export function openPace(clock: Clock, perSecond: number): Pace {
  const gapMs = 1000 / perSecond;
  let freeAt = clock.now();
  let reserved = 0;
  const book = async (count: number, signal: AbortSignal): Promise<void> => {
    const from = Math.max(clock.now(), freeAt);
    freeAt = from + gapMs * count;
    const leftMs = from - clock.now();
    if (leftMs >= shortestWaitMs) await clock.sleep(leftMs, signal);
  };
  return {
    turn: async (signal) => {
      if (reserved > 0) reserved -= 1;
      else await book(1, signal);
    },
    reserve: async (count, signal) => {
      await book(count, signal);
      reserved = count;
    },
  };
}

/** No pace at all, for a receiver in process. */
export const unpaced: Pace = { turn: () => Promise.resolve(), reserve: () => Promise.resolve() };
