import { fileURLToPath } from 'node:url';
import type { Clock } from '../../model/clock.js';
import { systemClock } from '../../run/system-clock.js';
import type { ProxyWire } from '../../wire/proxy-plane.js';
import type { Opening } from './messages.js';
import { startWorkerProcess, type WorkerProcess } from './worker-process.js';

/** Workers at once; more would wait for each other on any machine that this runs on. */
const mostWorkers = 8;
/** Workers that wait for the next death; a requirement about deaths has one after the other. */
const spareWorkers = 2;

/** Processes for the workers of a sender, and how their exchanges are made. */
export interface WorkerProcesses {
  readonly lend: ProxyWire['lend'];
  /** A process that has this outbox open: one that is free, or a new one. */
  open(opening: Opening): Promise<WorkerProcess>;
  /** Takes a process back, which lets go of its outbox and waits for the next one. */
  release(worker: WorkerProcess): Promise<void>;
  /** Ends one at once; resolves when it is gone. */
  kill(worker: WorkerProcess): Promise<void>;
  /** Ends all of them; resolves when none is left. */
  close(): Promise<void>;
}

/**
 * Starts no process before one is asked for. `wire` is the plane in which the kit keeps effects and journal, and
 * `clock` the run's; `entry` is the compiled file of a worker's process, the one beside this file unless given.
 */
export function openWorkerProcesses(options: {
  readonly wire: Pick<ProxyWire, 'lend'>;
  readonly clock: Clock;
  readonly entry?: string | undefined;
}): WorkerProcesses {
  const { wire, clock } = options;
  const entry = options.entry ?? fileURLToPath(new URL('main.js', import.meta.url));
  const running = new Set<WorkerProcess>();
  const free: WorkerProcess[] = [];
  let begun = false;
  const start = (): WorkerProcess => {
    if (running.size >= mostWorkers) {
      throw new Error(`More than ${mostWorkers} workers were to run at once. Let fewer work side by side.`);
    }
    const worker = startWorkerProcess(entry, () => aheadMs(clock));
    running.add(worker);
    return worker;
  };
  const kill = async (worker: WorkerProcess): Promise<void> => {
    await worker.kill();
    running.delete(worker);
  };
  const ordered = async (worker: WorkerProcess, ...order: Parameters<WorkerProcess['carryOut']>) => {
    try {
      await worker.carryOut(...order);
    } catch (error) {
      await kill(worker);
      throw error;
    }
  };
  return {
    lend: (request, exchange) => wire.lend(request, exchange),
    async open(opening) {
      const worker = free.pop() ?? start();
      // A process is slow to start: after the first, some are started before they are asked for.
      const spares = begun ? Math.min(spareWorkers, free.length + mostWorkers - running.size) : 0;
      while (free.length < spares) free.push(start());
      begun = true;
      await ordered(worker, { order: 'open', opening }, nothing);
      return worker;
    },
    async release(worker) {
      await ordered(worker, { order: 'close' }, nothing);
      free.push(worker);
    },
    kill,
    async close() {
      free.length = 0;
      await Promise.all([...running].map(kill));
    },
  };
}

function nothing(): void {
  // While it opens or closes an outbox, a worker records nothing and asks nothing.
}

/** How far a clock is ahead of the machine's, exactly: a millisecond more would let a worker come back too early. */
function aheadMs(clock: Clock): number {
  for (;;) {
    const before = systemClock.now();
    const ahead = clock.now() - before;
    if (systemClock.now() === before) return ahead;
  }
}
