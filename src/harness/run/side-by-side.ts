import type { Mishap } from '../model/step.js';
import type { Disturbance } from './disturbance.js';
import type { TryRun } from './try-run.js';

const mostAttempts = 100;

/** What an attempt came to: whether there was nothing to do, and when the next one may be made, null for never. */
export interface Attempted {
  readonly idle: boolean;
  readonly nextAt: number | null;
}

/**
 * Has several workers make attempts at once, until none of them finds anything that will ever be eligible. `first`
 * befalls the first attempt of the first worker; the others begin when that has taken a row.
 */
export async function sideBySide(
  run: TryRun,
  workers: readonly string[],
  attempt: (worker: string, how: Disturbance) => Promise<Attempted>,
  first: Mishap | null,
): Promise<void> {
  const news = openNews();
  const work = async (worker: string): Promise<void> => {
    for (let made = 0; made < mostAttempts; made += 1) {
      const before = news.count();
      const { idle, nextAt } = await attempt(worker, {});
      if (nextAt === null) return;
      if (!idle) {
        news.tell();
        continue;
      }
      const ms = nextAt - run.target.clock.now();
      // What a worker waits for is mostly the end of a lease, which its owner gives back long before.
      if (ms > 0 && news.count() === before) await news.orAfter(ms, run);
    }
    run.recorder.record({ type: 'limit-reached', limit: 'attempts of one worker', most: mostAttempts });
  };
  const [leader = '', ...others] = workers;
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const lead = async (): Promise<void> => {
    try {
      if (first !== null) await attempt(leader, { ...first, onClaim: begin });
    } finally {
      begin();
      news.tell();
    }
    await work(leader);
  };
  // All of them end before the first failure is told: nothing may happen in a history that is closed.
  const ended = await Promise.allSettled([lead(), ...others.map((worker) => begun.then(() => work(worker)))]);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Tells workers who wait that another one has done something. */
function openNews() {
  let told = 0;
  let waiting: (() => void)[] = [];
  return {
    count: () => told,
    tell(): void {
      told += 1;
      for (const wake of waiting.splice(0)) wake();
    },
    async orAfter(ms: number, { target, signal }: TryRun): Promise<void> {
      const over = new AbortController();
      const heard = new Promise<void>((resolve) => waiting.push(resolve));
      const passed = target.clock.sleep(ms, AbortSignal.any([signal, over.signal]));
      await Promise.race([heard, passed]).finally(() => over.abort(new Error('The wait is over.')));
    },
  };
}
