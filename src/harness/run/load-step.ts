import type { LoadDistribution } from '../model/distribution.js';
import type { Outcome } from '../model/outcome.js';
import { quantilesOf } from '../model/quantiles.js';
import type { LoadStep, Send } from '../model/step.js';
import { distributionOf } from './distribution-of.js';
import { isUnsettled, learn, prepared, tellAgain } from './send-step.js';
import type { TryRun } from './try-run.js';

/** How long what the load left open is told again before it stays open, in milliseconds. */
const longestTellingMs = 30_000;

/** A request of a load, made before the load begins. */
interface Arrival extends ReturnType<typeof prepared> {
  readonly send: Send;
  readonly dueAt: number;
}

/** What became of it; times in milliseconds on the run's clock. */
interface Carried {
  readonly send: Send;
  readonly outcome: Outcome | null;
  readonly beganAt: number;
  readonly waitMs: number;
  readonly serviceMs: number;
}

/**
 * Sends at the offered rate whatever the answers take, writes into the history how long requests waited and were
 * served, and then tells again, one after the other, what the answers left open.
 */
export async function load(run: TryRun, step: LoadStep): Promise<void> {
  const ready = step.sends.map((send) => ({ send, ...prepared(run, send) }));
  const startedAt = run.target.clock.now();
  const gapMs = 1_000 / step.perSecond;
  const arrivals = ready.map((each, index) => ({ ...each, dueAt: startedAt + Math.round(index * gapMs) }));
  const carried = await carryOutAll(run, arrivals);
  run.recorder.record({
    type: 'load-measured',
    offeredPerSecond: step.perSecond,
    sends: carried.length,
    elapsedMs: carried.reduce((most, { beganAt }) => Math.max(most, beganAt - startedAt), 0),
    service: quantilesOf(carried.map(({ serviceMs }) => serviceMs)),
    wait: quantilesOf(carried.map(({ waitMs }) => waitMs)),
    distributions: distributionsOf(carried),
  });
  for (const { send, outcome } of carried) if (send.role === 'retry') await learn(run, send, outcome);
  const open = carried.filter(({ outcome }) => isUnsettled(outcome)).map(({ send }) => send.action);
  const actions = [...new Map(open.map((action) => [action.name, action])).values()];
  if (actions.length > 0) await tellAgain(run, { do: 'tell-again', actions, withinMs: longestTellingMs });
}

/** Both times of new actions and of replays, apart; of what was not sent there is none. */
function distributionsOf(carried: readonly Carried[]): readonly LoadDistribution[] {
  const kinds = [
    { sent: 'new', of: carried.filter(({ send }) => send.role !== 'retry') },
    { sent: 'replayed', of: carried.filter(({ send }) => send.role === 'retry') },
  ] as const;
  return kinds.flatMap(({ sent, of }): LoadDistribution[] =>
    of.length === 0
      ? []
      : [
          { sent, time: 'service', ...distributionOf(of.map(({ serviceMs }) => serviceMs)) },
          { sent, time: 'wait', ...distributionOf(of.map(({ waitMs }) => waitMs)) },
        ],
  );
}

/**
 * Begins each request at its time, or as soon after as fewer are under way than may be; in their order, so that one
 * waits only for earlier ones. All have ended before the first failure is told: nothing may happen in a history
 * that is closed.
 */
async function carryOutAll(run: TryRun, arrivals: readonly Arrival[]): Promise<readonly Carried[]> {
  const carried: Carried[] = [];
  const underWay = new Set<Promise<void>>();
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const begin = (arrival: Arrival): void => {
    const ended = carryOut(run, arrival)
      .then(
        (each) => void carried.push(each),
        (error: unknown) => failed.abort(error),
      )
      .finally(() => underWay.delete(ended));
    underWay.add(ended);
  };
  try {
    for (const arrival of arrivals) {
      await until(run, arrival.dueAt, signal);
      while (underWay.size >= run.contract.limits.parallel) await Promise.race(underWay);
      signal.throwIfAborted();
      begin(arrival);
    }
  } finally {
    await Promise.all(underWay);
  }
  signal.throwIfAborted();
  return carried;
}

/** A timer may end a millisecond early by the clock: what is left is waited for too. */
async function until({ target: { clock } }: TryRun, dueAt: number, signal: AbortSignal): Promise<void> {
  for (let leftMs = dueAt - clock.now(); leftMs > 0; leftMs = dueAt - clock.now()) {
    await clock.sleep(leftMs, signal);
  }
}

/** A wait is counted from the request's own time, so that a receiver that falls behind does not hide it. */
async function carryOut(run: TryRun, { send, request, about, dueAt }: Arrival): Promise<Carried> {
  const beganAt = run.target.clock.now();
  const { outcome, ms } = await run.exchangeAtOnce(request, about);
  return { send, outcome, beganAt, waitMs: beganAt - dueAt, serviceMs: ms };
}
