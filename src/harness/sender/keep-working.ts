import type { Clock } from '../model/clock.js';
import type { KitError } from '../model/kit-error.js';
import type { Job, Sender } from './sender.js';
import { isAway } from './store/is-away.js';

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
  const hands = openHands(options.concurrency, options.troubled);
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
    if (hands.free() === 0) await hands.one();
    else if (!(await claimOnce(options, hands))) return;
  }
}

/** One look for work; false where nothing is left to wait for. */
async function claimOnce(options: WorkOptions, hands: Hands): Promise<boolean> {
  const { sender, worker, untilEmpty, signal, clock, ready, troubled } = options;
  const since = sender.notices();
  try {
    await ready();
    const taken = await sender.take(worker, hands.free());
    if (taken.kind === 'taken') {
      hands.take(taken.jobs);
      return true;
    }
    const { nextAt } = taken;
    if (nextAt === null && untilEmpty && hands.areIdle()) return false;
    const ms = nextAt === null ? longestWaitMs : nextAt - sender.now();
    const waitMs = Math.min(longestWaitMs, Math.max(shortestWaitMs, ms));
    await hands.oneOr(signal, (over) => sender.wait(since, waitMs, over));
  } catch (error) {
    if (!isAway(error)) throw error;
    troubled(error);
    await clock.sleep(troublePauseMs, signal).catch(() => undefined);
  }
  return true;
}

/** What is under way, and what went wrong with it by a fault of the kit's own. */
interface Hands {
  /** How many more may be taken. */
  readonly free: () => number;
  /** Whether nothing is under way, and all that came of it is written down. */
  readonly areIdle: () => boolean;
  readonly failure: () => { readonly error: unknown } | null;
  readonly take: (jobs: readonly Job[]) => void;
  /** Resolves when one of them is done, or what is waited for has come, which is told to end then or when aborted. */
  readonly oneOr: (signal: AbortSignal, wait: (over: AbortSignal) => Promise<void>) => Promise<void>;
  /** Resolves when one is free, or done. */
  readonly one: () => Promise<void>;
  readonly all: () => Promise<void>;
}

/**
 * A hand is free for the next action while it is being written down what came of the last one, as long as no more than
 * there are hands wait for that.
 */
function openHands(concurrency: number, troubled: (error: KitError) => void): Hands {
  const atWork = new Set<Promise<void>>();
  const underWay = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | null = null;
  const begin = (job: Job): void => {
    const learned = new Promise<void>((resolve) => {
      const ended: Promise<void> = job(resolve)
        .catch((error: unknown) => {
          if (isAway(error)) troubled(error);
          else failure ??= { error };
        })
        .finally(() => {
          underWay.delete(ended);
          resolve();
        });
      underWay.add(ended);
    });
    const freed: Promise<void> = learned.then(() => void atWork.delete(freed));
    atWork.add(freed);
  };
  return {
    free: () => Math.min(concurrency - atWork.size, 2 * concurrency - underWay.size),
    areIdle: () => underWay.size === 0,
    failure: () => failure,
    take: (jobs) => jobs.forEach(begin),
    async oneOr(signal, wait) {
      const over = new AbortController();
      const stop = (): void => over.abort();
      signal.addEventListener('abort', stop, { once: true });
      await Promise.race([wait(over.signal), ...underWay]);
      signal.removeEventListener('abort', stop);
      stop();
    },
    one: () => Promise.race([...atWork, ...underWay]),
    async all() {
      await Promise.all(underWay);
    },
  };
}
