import { setTimeout as sleepFor } from 'node:timers/promises';

/** The receiver's only source of time: `now` in epoch milliseconds, a sleep, and a timer that can be cancelled. */
export interface ReceiverClock {
  now(): number;
  sleep(ms: number): Promise<void>;
  at(ms: number, callback: () => void): () => void;
}

/** The machine's own clock, for a receiver that really serves. */
export const systemClock: ReceiverClock = {
  now: () => new Date().getTime(),
  sleep: (ms) => sleepFor(ms),
  at: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that a test control can push forward, and whose timers end with the receiver. */
export interface MovableClock extends ReceiverClock {
  /** Adds to what `now` tells, in milliseconds; sleeps and timers that run already keep their own length. */
  advance(ms: number): void;
  cancelTimers(): void;
}

/** Where a moved clock keeps how far it was moved, in milliseconds. */
export interface ClockPlace {
  read(): number;
  write(offsetMs: number): void;
}

/**
 * Wraps a clock so that the receiver's own view of it can be moved without touching the one it was given. How far it
 * was moved is kept, since a restart does not turn time back. Once its timers are cancelled it sets no more.
 */
export function movableClock(clock: ReceiverClock, place: ClockPlace): MovableClock {
  let offsetMs = place.read();
  let ended = false;
  const cancels = new Set<() => void>();
  return {
    now: () => clock.now() + offsetMs,
    sleep: (ms) => clock.sleep(ms),
    at: (ms, callback) => {
      if (ended) return () => undefined;
      const cancel = clock.at(ms, () => {
        cancels.delete(cancel);
        callback();
      });
      cancels.add(cancel);
      return cancel;
    },
    advance: (ms) => {
      offsetMs += ms;
      place.write(offsetMs);
    },
    cancelTimers: () => {
      ended = true;
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}
