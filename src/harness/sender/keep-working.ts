import type { Clock } from '../model/clock.js';
import { KitError } from '../model/kit-error.js';
import type { Sender } from './sender.js';

/** A row that somebody holds may be given back at any time; so nobody waits for its lease without looking. */
const longestWaitMs = 5_000;
/** What is due and cannot be taken is in the hands of another worker in this moment. */
const shortestWaitMs = 20;
const troublePauseMs = 1_000;

/** How a worker works on. */
export interface WorkOptions {
  readonly sender: Sender;
  /** The name under which it claims. */
  readonly worker: string;
  /** Attempts at once. */
  readonly concurrency: number;
  /** Whether it ends when nothing is left that will ever be due by itself. */
  readonly untilEmpty: boolean;
  /** When aborted, it claims nothing more, and ends when what is under way has ended. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Resolves when the receiver may be asked; called before a claim, so that no lease runs out meanwhile. */
  readonly ready: () => Promise<void>;
  /** Told when the ledger cannot be used for some time; the worker goes on by itself. */
  readonly troubled: (error: KitError) => void;
}

/**
 * Claims as many actions as it has hands free, and works on them side by side, until it is told to end. What goes
 * wrong with the ledger costs the attempt alone: its row is taken over when its lease is over.
 */
export async function keepWorking(options: WorkOptions): Promise<void> {
  const hands = openHands(options.troubled);
  try {
    await claimOnAndOn(options, hands);
  } finally {
    await hands.all();
  }
  const failure = hands.failure();
  if (failure !== null) throw failure.error;
}

async function claimOnAndOn(options: WorkOptions, hands: Hands): Promise<void> {
  while (!options.signal.aborted && hands.failure() === null) {
    if (hands.busy() >= options.concurrency) await hands.one();
    else if (!(await claimOnce(options, hands))) return;
  }
}

/** One look for work; false where nothing is left to wait for. */
async function claimOnce(options: WorkOptions, hands: Hands): Promise<boolean> {
  const { sender, worker, concurrency, untilEmpty, signal, clock, ready, troubled } = options;
  const since = sender.notices();
  try {
    await ready();
    const taken = await sender.take(worker, concurrency - hands.busy());
    if (taken.kind === 'taken') {
      hands.take(taken.jobs);
      return true;
    }
    const { nextAt } = taken;
    if (nextAt === null && untilEmpty && hands.busy() === 0) return false;
    const ms = nextAt === null ? longestWaitMs : nextAt - sender.now();
    await hands.oneOr((over) =>
      sender.wait(
        since,
        Math.min(longestWaitMs, Math.max(shortestWaitMs, ms)),
        AbortSignal.any([signal, over]),
      ),
    );
  } catch (error) {
    if (!isAway(error)) throw error;
    troubled(error);
    await clock.sleep(troublePauseMs, signal).catch(() => undefined);
  }
  return true;
}

/** What is under way, and what went wrong with it by a fault of the kit's own. */
interface Hands {
  readonly busy: () => number;
  readonly failure: () => { readonly error: unknown } | null;
  readonly take: (jobs: readonly (() => Promise<void>)[]) => void;
  /** Resolves when one of them is done, or what is waited for has come, which is told to end then. */
  readonly oneOr: (wait: (over: AbortSignal) => Promise<void>) => Promise<void>;
  readonly one: () => Promise<void>;
  readonly all: () => Promise<void>;
}

function openHands(troubled: (error: KitError) => void): Hands {
  const underWay = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | null = null;
  const begin = (job: () => Promise<void>): void => {
    const made: Promise<void> = job()
      .catch((error: unknown) => {
        if (isAway(error)) troubled(error);
        else failure ??= { error };
      })
      .finally(() => underWay.delete(made));
    underWay.add(made);
  };
  return {
    busy: () => underWay.size,
    failure: () => failure,
    take: (jobs) => jobs.forEach(begin),
    async oneOr(wait) {
      const over = new AbortController();
      await Promise.race([wait(over.signal), ...underWay]);
      over.abort();
    },
    one: () => Promise.race(underWay),
    async all() {
      await Promise.all(underWay);
    },
  };
}

function isAway(error: unknown): error is KitError {
  return error instanceof KitError && error.code === 'OUTBOX_UNREACHABLE';
}
