import type { Step } from '../model/step.js';
import type { AttemptResult } from '../sender/sender-options.js';
import { ledgerOrder } from '../sender/worker/ledger-order.js';
import type { Opening } from '../sender/worker/messages.js';
import type { WorkerProcess } from '../sender/worker/worker-process.js';
import type { WorkerProcesses } from '../sender/worker/worker-processes.js';
import type { Disturbance } from './disturbance.js';
import type { TryRun } from './try-run.js';
import { WorkerAttempt } from './worker-attempt.js';
import { workerName } from './worker-name.js';

/** The workers of one try, each in a process of its own that is kept until it dies or the try ends. */
export class WorkerHost {
  readonly #run: TryRun;
  readonly #processes: WorkerProcesses;
  readonly #opening: Omit<Opening, 'seed'>;
  readonly #steps: (steps: readonly Step[]) => Promise<void>;
  readonly #order = ledgerOrder();
  readonly #atWork = new Map<string, WorkerProcess>();

  constructor(
    run: TryRun,
    processes: WorkerProcesses,
    opening: Omit<Opening, 'seed'>,
    steps: (steps: readonly Step[]) => Promise<void>,
  ) {
    this.#run = run;
    this.#processes = processes;
    this.#opening = opening;
    this.#steps = steps;
  }

  /** Has the processes of several workers ready, so that they can begin together. */
  async prepare(workers: readonly string[]): Promise<void> {
    const opened = await Promise.allSettled(workers.map((worker) => this.#processOf(worker)));
    const failed = opened.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** One attempt of the worker of that name, in its process or in a new one; null where it died in it. */
  async attempt(worker: string, how: Disturbance): Promise<AttemptResult | null> {
    // Started beforehand, since a lease does not wait for the start of whoever comes while a worker stands still.
    await this.prepare(workersIn(how.pause?.steps ?? []));
    const process = await this.#processOf(worker);
    const kill = async (each: WorkerProcess): Promise<void> => {
      this.#atWork.delete(worker);
      await this.#processes.kill(each);
    };
    const processes = { lend: this.#processes.lend, kill };
    const place = { run: this.#run, worker, process, processes, order: this.#order, steps: this.#steps };
    return new WorkerAttempt(place, how).make();
  }

  /** Gives the processes back that are still there; to be called when no attempt is under way. */
  async close(): Promise<void> {
    const left = [...this.#atWork.values()];
    this.#atWork.clear();
    await Promise.all(left.map((each) => this.#processes.release(each)));
  }

  async #processOf(worker: string): Promise<WorkerProcess> {
    const known = this.#atWork.get(worker);
    if (known !== undefined) return known;
    const seed = this.#run.random.between(0, Number.MAX_SAFE_INTEGER);
    const process = await this.#processes.open({ ...this.#opening, seed });
    this.#atWork.set(worker, process);
    return process;
  }
}

function workersIn(steps: readonly Step[]): readonly string[] {
  const working = steps.filter((step) => step.do === 'attempt' || step.do === 'work');
  return [...new Set(working.map(({ worker = workerName() }) => worker))];
}
