import type { TryRun } from './try-run.js';

const mostAttempts = 100;

/** Has several workers make attempts at once, until none of them finds anything that will ever be eligible. */
export async function sideBySide(
  run: TryRun,
  workers: readonly string[],
  attempt: (worker: string) => Promise<{ readonly nextAt: number | null }>,
): Promise<void> {
  const news = openNews();
  const work = async (worker: string): Promise<void> => {
    for (let made = 0; made < mostAttempts; made += 1) {
      const before = news.count();
      const { nextAt } = await attempt(worker);
      news.tell();
      if (nextAt === null) return;
      const ms = nextAt - run.target.clock.now();
      // What a worker waits for is mostly the end of a lease, which its owner gives back long before.
      if (ms > 0 && news.count() === before + 1) await news.orAfter(ms, run);
    }
    run.recorder.record({ type: 'limit-reached', limit: 'attempts of one worker', most: mostAttempts });
  };
  // All of them end before the first failure is told: nothing may happen in a history that is closed.
  const ended = await Promise.allSettled(workers.map(work));
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Tells workers who wait that another one has ended an attempt. */
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
