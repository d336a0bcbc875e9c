import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/harness/run/system-clock.js';
import type { Opening } from '../../../../src/harness/sender/worker/messages.js';
import { WorkerEnded, type Heard } from '../../../../src/harness/sender/worker/worker-process.js';
import {
  openWorkerProcesses,
  type WorkerProcesses,
} from '../../../../src/harness/sender/worker/worker-processes.js';
import { builtFile } from '../../../support/built-receiver.js';
import { lives } from '../../../support/lives.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { policy } from '../support.js';

const wire = { lend: () => Promise.reject(new Error('Nothing is sent here.')) };
const entry = (): string => builtFile('src/harness/sender/worker/main.js');

let processes: WorkerProcesses;
let opening: Opening;

beforeEach(() => {
  processes = openWorkerProcesses({ wire, clock: systemClock, entry: entry() });
  opening = {
    file: join(temporaryFolder(), 'outbox.sqlite'),
    policy,
    flaw: null,
    seed: 1,
    looksUp: false,
    polls: false,
  };
});

afterEach(() => processes.close());

const attempt = { order: 'attempt', attempt: { worker: 'worker-1', effects: [] } } as const;

/** Orders an attempt, and resolves with what it comes to once it stands at its first crash point. */
async function standing(worker: Awaited<ReturnType<WorkerProcesses['open']>>) {
  const heard: Heard[] = [];
  let stands = (): void => undefined;
  const reached = new Promise<void>((resolve) => (stands = resolve));
  const ended = worker.carryOut(attempt, (told) => {
    heard.push(told);
    stands();
  });
  await Promise.race([reached, ended]);
  return { heard, ended };
}

function stateOf(pid: number): string {
  return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
}

describe("a worker's process", () => {
  it('waits at each crash point for the word to go on', async () => {
    const worker = await processes.open(opening);
    const { heard, ended } = await standing(worker);
    expect(heard).toEqual([{ told: 'called', about: { call: 'at', argument: 'before-claim' } }]);
    worker.answer(null);
    expect(await ended).toEqual({ kind: 'idle', nextAt: null });
    expect(heard.slice(1)).toEqual([
      { told: 'recorded', event: { type: 'worker-idle', worker: 'worker-1', nextAt: null } },
    ]);
  });

  it('is gone when it was killed, and whoever waits for it is told', async () => {
    const worker = await processes.open(opening);
    const { ended } = await standing(worker);
    const rejected = expect(ended).rejects.toThrow(WorkerEnded);
    expect(lives(worker.pid)).toBe(true);
    await processes.kill(worker);
    expect(lives(worker.pid)).toBe(false);
    await rejected;
  });

  it.runIf(process.platform === 'linux')(
    'stands still when it is stopped, and goes on from there',
    async () => {
      const worker = await processes.open(opening);
      const { ended } = await standing(worker);
      const standstill = await worker.standStill();
      await expect.poll(() => stateOf(worker.pid)).toBe('T');
      worker.answer(null);
      expect(stateOf(worker.pid)).toBe('T');
      await standstill.goOn();
      expect(await ended).toEqual({ kind: 'idle', nextAt: null });
    },
  );

  it('is killed while it is stopped', async () => {
    const worker = await processes.open(opening);
    const standstill = await worker.standStill();
    await processes.kill(worker);
    await standstill.goOn();
    expect(lives(worker.pid)).toBe(false);
  });

  it('says what went wrong in it', async () => {
    const nowhere = { ...opening, file: join(temporaryFolder(), 'no', 'such', 'folder', 'outbox.sqlite') };
    await expect(processes.open(nowhere)).rejects.toThrow(/outbox file .* cannot be opened/);
  });

  it('says what it printed where it does not start', async () => {
    const broken = openWorkerProcesses({ wire, clock: systemClock, entry: '/no/such/entry.js' });
    await expect(broken.open(opening)).rejects.toThrow(/ended \(exit code 1\).*Cannot find module/s);
    await broken.close();
  });
});

describe('the processes of a run', () => {
  it('are used again for the next outbox', async () => {
    const worker = await processes.open(opening);
    await processes.release(worker);
    expect((await processes.open({ ...opening, seed: 2 })).pid).toBe(worker.pid);
    expect((await processes.open(opening)).pid).not.toBe(worker.pid);
  });

  it('are bounded in number', async () => {
    await Promise.all(Array.from({ length: 8 }, () => processes.open(opening)));
    await expect(processes.open(opening)).rejects.toThrow(/More than 8 workers/);
  });

  it('are all gone when they are closed, at work or not', async () => {
    const [free, atWork, stopped] = await Promise.all([1, 2, 3].map(() => processes.open(opening)));
    if (free === undefined || atWork === undefined || stopped === undefined)
      throw new Error('Three workers.');
    await processes.release(free);
    const { ended } = await standing(atWork);
    const rejected = expect(ended).rejects.toThrow(WorkerEnded);
    const standstill = await stopped.standStill();
    await processes.close();
    expect([free, atWork, stopped].filter(({ pid }) => lives(pid))).toEqual([]);
    await rejected;
    await standstill.goOn();
  });

  it('end with the kit, though it is killed and one of them is stopped', async () => {
    const script = `
      const { openWorkerProcesses } = await import(${JSON.stringify(builtFile('src/harness/sender/worker/worker-processes.js'))});
      const { systemClock } = await import(${JSON.stringify(builtFile('src/harness/run/system-clock.js'))});
      const processes = openWorkerProcesses({ wire: {}, clock: systemClock });
      const workers = await Promise.all([1, 2].map(() => processes.open(${JSON.stringify(opening)})));
      await workers[0].standStill();
      console.log(JSON.stringify(workers.map(({ pid }) => pid)));`;
    const kit = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(kit.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString('utf8')) as number[];
    expect(pids.filter((pid) => lives(pid))).toHaveLength(2);
    kit.kill('SIGKILL');
    await expect.poll(() => pids.filter((pid) => lives(pid)), { timeout: 5_000 }).toEqual([]);
  });
});
