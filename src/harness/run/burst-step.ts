import { mostRoundsOf, sendsOfRound } from '../model/burst-rounds.js';
import type { Answer, BurstExchanged } from '../model/exchange.js';
import type { BurstStep } from '../model/step.js';
import { learn, prepared } from './send-step.js';
import { settleAcceptance } from './settle-acceptance.js';
import type { TryRun } from './try-run.js';

type Times = Pick<BurstExchanged, 'answer' | 'releasedMs' | 'answeredMs'>;

/**
 * Carries a burst out round by round until as many as it wants had sends that met, or no more are allowed, and writes
 * into the history how far the requests of each round met. Returns how many rounds that took.
 */
export async function burst(run: TryRun, step: BurstStep): Promise<number> {
  let round = 0;
  for (let met = 0; met < step.rounds && round < mostRoundsOf(step);) {
    run.signal.throwIfAborted();
    round += 1;
    if ((await burstRound(run, step, round)) > 1) met += 1;
  }
  return round;
}

/** Makes one round, and returns the overlap that it reached. */
async function burstRound(run: TryRun, step: BurstStep, round: number): Promise<number> {
  const { burst: wire } = run.target;
  if (wire === undefined) throw new Error('A burst needs a target that offers one.');
  const sends = sendsOfRound(step, round);
  const ready = sends.map((send) => ({ send, ...prepared(run, send) }));
  const made = await run.exchangeTogether(ready, { burst: wire, strategy: step.strategy ?? 'connections' });
  const overlap = overlapOf(made);
  run.recorder.record({
    type: 'burst-measured',
    round,
    exchanges: made.map(({ exchange }) => exchange),
    spreadMs: spreadOf(made),
    overlap,
  });
  for (const [index, { send, about }] of ready.entries()) {
    const each = made[index];
    if (each !== undefined) await learn(run, send, await settleAcceptance(run, each, about));
  }
  return overlap;
}

/** Milliseconds between the first release and the last. */
export function spreadOf(times: readonly Times[]): number {
  const released = times.flatMap(({ releasedMs }) => releasedMs ?? []);
  return released.length === 0 ? 0 : Math.max(...released) - Math.min(...released);
}

/**
 * The most requests that were released and not answered at one moment; it is one at which one is released. A request
 * whose connection broke without an answer is left out, since nobody knows how long the receiver was busy with it.
 */
export function overlapOf(times: readonly Times[]): number {
  const spans = times.flatMap(({ answer, releasedMs, answeredMs }) =>
    releasedMs === null || (answeredMs === null && !isOpen(answer))
      ? []
      : [{ fromMs: releasedMs, toMs: answeredMs ?? Infinity }],
  );
  const underWay = (ms: number): number =>
    spans.filter(({ fromMs, toMs }) => fromMs <= ms && toMs > ms).length;
  return Math.max(0, ...spans.map(({ fromMs }) => underWay(fromMs)));
}

function isOpen(answer: Answer): boolean {
  return answer.kind === 'lost' && answer.how === 'timeout';
}
