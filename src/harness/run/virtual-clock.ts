import { setImmediate } from 'node:timers';
import type { Clock } from '../model/clock.js';

/** How many turns of the event loop must pass without anybody coming to the clock before time may move. */
const quietTurns = 4;

interface Waiting {
  readonly dueMs: number;
  /** A sleeper lets time move; a callback waits until somebody else moves it. */
  readonly sleeps: boolean;
  wake(): void;
  fail(error: unknown): void;
}

/**
 * Time that moves only when somebody sleeps: to the next due of all who wait, one at a time in due order (those of
 * one due in order of arrival), and each time only after whoever was woken has come to rest. At rest means that
 * some turns of the event loop brought nobody to the clock: what waits for real sockets needs the system clock.
 */
export function virtualClock(startMs: number): Clock {
  const waiting: Waiting[] = [];
  let nowMs = startMs;
  let arrivals = 0;
  let moving = false;

  const rest = async (): Promise<void> => {
    let seen = arrivals;
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (arrivals === seen) continue;
      seen = arrivals;
      quiet = -1;
    }
  };
  const mayWake = (first: Waiting): boolean => first.dueMs <= nowMs || waiting.some((each) => each.sleeps);
  const move = async (): Promise<void> => {
    moving = true;
    try {
      for (;;) {
        await rest();
        const first = waiting[0];
        if (first === undefined || !mayWake(first)) return;
        waiting.shift();
        nowMs = Math.max(nowMs, first.dueMs);
        first.wake();
      }
    } catch (error) {
      // A callback threw. Whoever sleeps must hear of it, since nobody would wake them any more.
      const sleepers = waiting.filter((each) => each.sleeps);
      waiting.length = 0;
      if (sleepers.length === 0) throw error;
      for (const each of sleepers) each.fail(error);
    } finally {
      moving = false;
    }
  };
  const join = (entry: Waiting): (() => void) => {
    arrivals += 1;
    const later = waiting.findIndex((each) => each.dueMs > entry.dueMs);
    waiting.splice(later < 0 ? waiting.length : later, 0, entry);
    if (!moving && mayWake(entry)) void move();
    return () => {
      const index = waiting.indexOf(entry);
      if (index >= 0) waiting.splice(index, 1);
    };
  };

  return {
    kind: 'virtual',
    now: () => nowMs,
    at: (ms, callback) => join({ dueMs: dueOf(nowMs, ms), sleeps: false, wake: callback, fail: () => {} }),
    sleep: (ms, signal) =>
      asleep((entry) => join({ dueMs: dueOf(nowMs, ms), sleeps: true, ...entry }), signal),
  };
}

function dueOf(nowMs: number, ms: number): number {
  if (Number.isNaN(ms)) throw new RangeError('A wait of NaN milliseconds. Give a number.');
  return nowMs + Math.max(0, ms);
}

function asleep(
  join: (entry: Pick<Waiting, 'wake' | 'fail'>) => () => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      leave();
      reject(signal?.reason);
    };
    const leave = join({
      wake() {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      fail: reject,
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
