import type { Clock } from '../model/clock.js';

/** Timers count in 32 bits: a longer wait would end at once, so it is made of several. */
const longestTimerMs = 2_147_483_647;

/** The machine's own time. */
export const systemClock: Clock = {
  kind: 'real',
  // oxlint-disable-next-line no-restricted-properties -- this is the door by which real time comes in
  now: () => Date.now(),
  sleep,
  at,
};

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(reasonOf(signal));
      return;
    }
    const cancel = at(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = (): void => {
      cancel();
      if (signal) reject(reasonOf(signal));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function at(ms: number, callback: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number): void => {
    const nowMs = Math.min(leftMs, longestTimerMs);
    timer = setTimeout(() => (leftMs > nowMs ? wait(leftMs - nowMs) : callback()), nowMs);
  };
  wait(Math.max(0, ms));
  return () => clearTimeout(timer);
}

/** An abort's reason may be anything; a rejection had better be an Error. */
function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));
}
