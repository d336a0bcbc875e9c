import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { KitError } from '../../../src/harness/model/kit-error.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { keepWorking, type WorkOptions } from '../../../src/harness/sender/keep-working.js';
import { openSender, type Sender } from '../../../src/harness/sender/sender.js';
import type { DeliveryFacts } from '../../../src/harness/sender/sender-options.js';
import { openSqliteStore } from '../../../src/harness/sender/store/sqlite/open-sqlite-store.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { intentFor, outcome, policy } from './support.js';

let sender: Sender;
let abort: AbortController;
/** Requests that were sent and not answered yet. */
let open: { readonly action: string; readonly answer: () => void }[];
let troubles: KitError[];

beforeEach(() => {
  [abort, open, troubles] = [new AbortController(), [], []];
  sender = openSender({
    store: openSqliteStore(join(temporaryFolder(), 'outbox.sqlite'), { clock: systemClock }),
    random: seededRandom(1),
    policy,
    record: () => undefined,
    lookUp: null,
    deliver: (_, { action }: DeliveryFacts) =>
      new Promise((resolve) => {
        const answer = (): void => resolve({ exchange: action, outcome: outcome('created', { id: action }) });
        open.push({ action, answer });
      }),
  });
  return () => sender.close();
});

const work = (more: Partial<WorkOptions> = {}): Promise<void> =>
  keepWorking({
    sender,
    worker: 'worker-1',
    concurrency: 2,
    untilEmpty: true,
    signal: abort.signal,
    clock: systemClock,
    ready: () => Promise.resolve(),
    troubled: (error) => troubles.push(error),
    ...more,
  });

const approve = (...names: readonly string[]) => sender.approveAll(names.map((name) => intentFor(name)));
const states = async () => (await sender.rows()).map(({ state }) => state);
const away = () => new KitError('OUTBOX_UNREACHABLE', { happened: 'It is away.', expected: '', next: '' });

describe('a worker that keeps working', () => {
  it('has no more under way than it has hands, and takes the next when one is free', async () => {
    await approve('a', 'b', 'c');
    const ended = work();
    await expect.poll(() => open.length).toBe(2);
    expect(await states()).toEqual(['processing', 'processing', 'pending']);
    open[0]?.answer();
    await expect.poll(() => open.length).toBe(3);
    for (const { answer } of open) answer();
    await ended;
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
  });

  it('ends when it is asked to, after what is under way, and takes nothing more', async () => {
    await approve('a', 'b', 'c');
    const ended = work({ untilEmpty: false });
    await expect.poll(() => open.length).toBe(2);
    abort.abort(new Error('SIGTERM'));
    let isOver = false;
    void ended.then(() => (isOver = true));
    open[0]?.answer();
    await expect.poll(states).toEqual(['sent', 'processing', 'pending']);
    expect(isOver).toBe(false);
    open[1]?.answer();
    await ended;
    expect(await states()).toEqual(['sent', 'sent', 'pending']);
  });

  it('waits for what is not due yet, and for work where it is not to end', async () => {
    const ended = work({ untilEmpty: false });
    await approve('a');
    await expect.poll(() => open.length).toBe(1);
    open[0]?.answer();
    await expect.poll(states).toEqual(['sent']);
    abort.abort();
    await ended;
  });

  it('goes on by itself when the ledger was away, and tells of it', async () => {
    await approve('a');
    let isAway = true;
    const flaky: Sender = {
      ...sender,
      take: async (worker, most) => {
        if (isAway) throw away();
        return sender.take(worker, most);
      },
    };
    const ended = work({ sender: flaky, troubled: (error) => void (troubles.push(error), (isAway = false)) });
    await expect.poll(() => open.length, { timeout: 5_000 }).toBe(1);
    open[0]?.answer();
    await ended;
    expect(troubles).toHaveLength(1);
    expect(await states()).toEqual(['sent']);
  });

  it('goes on when an attempt could not be recorded', async () => {
    await approve('a');
    const lost: Sender = {
      ...sender,
      take: async (worker, most) => {
        const taken = await sender.take(worker, most);
        if (taken.kind === 'idle' || troubles.length > 0) return { kind: 'idle', nextAt: null };
        return { kind: 'taken', jobs: taken.jobs.map(() => () => Promise.reject(away())) };
      },
    };
    await work({ sender: lost });
    expect(troubles).toHaveLength(1);
  });

  it('ends with what went wrong in the kit itself, after what else is under way', async () => {
    await approve('a', 'b');
    const broken: Sender = {
      ...sender,
      take: async (worker, most) => {
        const taken = await sender.take(worker, most);
        if (taken.kind === 'idle') return taken;
        const [first, ...rest] = taken.jobs;
        return {
          kind: 'taken',
          jobs: first === undefined ? [] : [() => Promise.reject(new Error('a mistake')), ...rest],
        };
      },
    };
    const ended = expect(work({ sender: broken })).rejects.toThrow('a mistake');
    await expect.poll(() => open.length).toBe(1);
    open[0]?.answer();
    await ended;
    expect(await states()).toEqual(['processing', 'sent']);
  });
});
