import { inRound, type BurstStep } from '../model/step.js';
import type { BurstExchanged } from '../model/exchange.js';
import { learn, prepared } from './send-step.js';
import type { TryRun } from './try-run.js';

type Times = Pick<BurstExchanged, 'releasedMs' | 'answeredMs'>;

/** Carries a burst out round by round, and writes into the history how far the requests of each round met. */
export async function burst(run: TryRun, step: BurstStep): Promise<void> {
  const { burst: wire } = run.target;
  if (wire === undefined) throw new Error('A burst needs a target that offers one.');
  for (let round = 1; round <= step.rounds; round += 1) {
    run.signal.throwIfAborted();
    const sends = step.sends.map((send) => ({ ...send, action: inRound(send.action, round) }));
    const made = await run.exchangeTogether(
      sends.map((send) => prepared(run, send)),
      wire,
    );
    run.recorder.record({
      type: 'burst-measured',
      round,
      exchanges: made.map(({ exchange }) => exchange),
      spreadMs: spreadOf(made),
      overlap: overlapOf(made),
    });
    for (const [index, send] of sends.entries()) await learn(run, send, made[index]?.outcome ?? null);
  }
}

/** Milliseconds between the first release and the last. */
export function spreadOf(times: readonly Times[]): number {
  const released = times.map(({ releasedMs }) => releasedMs);
  return released.length === 0 ? 0 : Math.max(...released) - Math.min(...released);
}

/** The most requests that were released and not answered at one moment; it is one at which one is released. */
export function overlapOf(times: readonly Times[]): number {
  const underWay = (ms: number): number =>
    times.filter(({ releasedMs, answeredMs }) => releasedMs <= ms && (answeredMs ?? Infinity) > ms).length;
  return Math.max(0, ...times.map(({ releasedMs }) => underWay(releasedMs)));
}
