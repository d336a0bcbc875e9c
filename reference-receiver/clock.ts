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
  /** Lets so many milliseconds pass at once: what falls due on the way happens, in its order, before this returns. */
  advance(ms: number): void;
  cancelTimers(): void;
}

/** Where a moved clock keeps how far it was moved, in milliseconds. */
export interface ClockPlace {
  read(): number;
  write(offsetMs: number): void;
}

/** Something that is to happen at a moment of the moved clock. */
interface Wait {
  readonly dueAt: number;
  happen(): void;
  /** Waits for what is left, on the clock underneath. */
  begin(): void;
  stop(): void;
}

/** Waits on the clock underneath; the returned function takes that back, as far as it can be. */
type WaitUnderneath = (ms: number, wake: () => void) => () => void;

/**
 * Wraps a clock so that the receiver's own view of it can be moved without touching the one it was given. How far it
 * was moved is kept, since a restart does not turn time back. Once its timers are cancelled it sets no more.
 */
export function movableClock(clock: ReceiverClock, place: ClockPlace): MovableClock {
  let offsetMs = place.read();
  let ended = false;
  const timers = new Set<Wait>();
  const sleepers = new Set<Wait>();
  const now = (): number => clock.now() + offsetMs;
  return {
    now,
    sleep: (ms) =>
      new Promise((resolve, reject) => {
        join(sleepers, { now, ms, callback: resolve }, (leftMs, wake) => {
          clock.sleep(leftMs).then(wake, reject);
          return () => undefined;
        });
      }),
    at: (ms, callback) =>
      ended ? () => undefined : join(timers, { now, ms, callback }, (leftMs, wake) => clock.at(leftMs, wake)),
    advance: (ms) => {
      offsetMs += ms;
      place.write(offsetMs);
      const inOrder = [...timers, ...sleepers].toSorted((one, other) => one.dueAt - other.dueAt);
      for (const each of inOrder) {
        if (!timers.has(each) && !sleepers.has(each)) continue;
        if (each.dueAt <= now()) each.happen();
        else each.begin();
      }
    },
    cancelTimers: () => {
      ended = true;
      for (const each of timers) each.stop();
    },
  };
}

function join(
  waits: Set<Wait>,
  asked: { readonly now: () => number; readonly ms: number; readonly callback: () => void },
  underneath: WaitUnderneath,
): () => void {
  const { now, ms, callback } = asked;
  let cancel = (): void => undefined;
  const stop = (): void => {
    cancel();
    waits.delete(wait);
  };
  const happen = (): void => {
    if (!waits.has(wait)) return;
    stop();
    callback();
  };
  const wait: Wait = {
    dueAt: now() + ms,
    happen,
    begin: () => {
      cancel();
      cancel = underneath(Math.max(0, wait.dueAt - now()), happen);
    },
    stop,
  };
  waits.add(wait);
  wait.begin();
  return stop;
}
