import type { EventBody } from '../model/event.js';
import type { CrashPoint, Step } from '../model/step.js';
import type { AttemptResult } from '../sender/sender-options.js';
import type { LedgerOrder } from '../sender/worker/ledger-order.js';
import type { Call, LentLine } from '../sender/worker/messages.js';
import { type Heard, WorkerEnded, type WorkerProcess } from '../sender/worker/worker-process.js';
import type { WorkerProcesses } from '../sender/worker/worker-processes.js';
import type { Seen } from '../wire/proxy-line.js';
import type { Disturbance, Pause } from './disturbance.js';
import { lendToWorker, type LentToWorker } from './lent-exchange.js';
import { senderCreate, senderLookUp, senderPoll, type SenderExchange } from './sender-exchange.js';
import type { MadeExchange, TryRun } from './try-run.js';

/** What an attempt of a worker's process is made with. */
export interface WorkerPlace {
  readonly run: TryRun;
  readonly worker: string;
  readonly process: WorkerProcess;
  readonly processes: Pick<WorkerProcesses, 'lend' | 'kill'>;
  readonly order: LedgerOrder;
  /** Carries out what happens while the worker stands still. */
  readonly steps: (steps: readonly Step[]) => Promise<void>;
}

/**
 * One attempt of a worker in a process of its own. The process claims, sends and records; the kit writes the history,
 * lends the line on which the effects of an exchange await it, and stops or kills the process where the attempt is to
 * be disturbed.
 */
export class WorkerAttempt {
  readonly #place: WorkerPlace;
  readonly #how: Disturbance;
  readonly #from: number;
  #exchange: { readonly lent: LentToWorker; learn(made: MadeExchange): unknown } | null = null;
  /** What is done about the latest call, and while the worker stands still; neither rejects. */
  #answering: Promise<void> = Promise.resolve();
  #standing: Promise<void> = Promise.resolve();
  #trouble: { readonly error: unknown } | null = null;
  #killed: Promise<void> | null = null;
  #over = false;

  constructor(place: WorkerPlace, how: Disturbance) {
    this.#place = place;
    this.#how = how;
    this.#from = place.run.recorder.events.length;
  }

  /** Resolves to what came of it, or to null where the worker died as was planned; throws whatever else went wrong. */
  async make(): Promise<AttemptResult | null> {
    const { run, process } = this.#place;
    const { crashAfterMs } = this.#how;
    const abandon = (): void => this.#fail(run.signal.reason);
    const moment = crashAfterMs === undefined ? null : this.#killAfter(crashAfterMs);
    run.signal.addEventListener('abort', abandon, { once: true });
    try {
      run.signal.throwIfAborted();
      const result = await this.#carryOut();
      if (result !== 'ended' && moment === null) return result;
      await moment?.passed;
      if (this.#trouble !== null) throw this.#trouble.error;
      this.#recordDeath();
      return null;
    } catch (error) {
      await this.#kill();
      throw error;
    } finally {
      run.signal.removeEventListener('abort', abandon);
      moment?.disarm();
      await this.#settle();
      this.#place.order.over(process.pid);
    }
  }

  /** `ended` where the process is gone because it was killed as planned. */
  async #carryOut(): Promise<AttemptResult | 'ended'> {
    const { process, worker } = this.#place;
    const attempt = { worker, effects: this.#how.effects ?? [] };
    try {
      const result = await process.carryOut({ order: 'attempt', attempt }, (told) => this.#hear(told));
      await this.#standing;
      if (result === null) throw new Error('An attempt has a result.');
      return result;
    } catch (error) {
      await this.#answering;
      await this.#standing;
      if (this.#trouble === null && this.#killed !== null && error instanceof WorkerEnded) return 'ended';
      throw this.#trouble === null ? error : this.#trouble.error;
    }
  }

  #killAfter(ms: number): { readonly passed: Promise<void>; disarm(): void } {
    let disarm = (): void => undefined;
    const passed = new Promise<void>((resolve) => {
      disarm = this.#place.run.target.clock.at(ms, () => void this.#kill().then(resolve));
    });
    return { passed, disarm };
  }

  async #kill(): Promise<void> {
    const { processes, process } = this.#place;
    await (this.#killed ??= processes.kill(process));
  }

  /** What goes wrong ends the attempt, and its process with it. */
  #fail(error: unknown): void {
    this.#trouble ??= { error };
    void this.#kill();
  }

  #recordDeath(): void {
    const { run, worker, process } = this.#place;
    const { crashAt = null, crashAfterMs: afterMs } = this.#how;
    const since = run.recorder.events.slice(this.#from);
    const claim = since.findLast((event) => event.type === 'row-claimed' && event.worker === worker);
    run.recorder.record({
      type: 'worker-crashed',
      worker,
      pid: process.pid,
      action: claim?.type === 'row-claimed' ? claim.row.action : null,
      ...(afterMs === undefined ? { point: crashAt } : { point: null, afterMs }),
    });
  }

  /** Ends what the process has left under way; its exchange is lost to the sender from here on. */
  async #settle(): Promise<void> {
    this.#over = true;
    await this.#answering;
    await this.#standing;
    await this.#exchange?.lent.end(null);
  }

  #hear(told: Heard): void {
    const { order, process } = this.#place;
    if (told.told === 'recorded') {
      const { event } = told;
      order.take(process.pid, { event, pass: () => this.#record(event) });
    } else {
      const pass = (): void => {
        if (!this.#over) this.#answering = this.#answer(told.about);
      };
      order.take(process.pid, { event: null, pass });
    }
  }

  #record(event: EventBody): void {
    try {
      this.#place.run.recorder.record(event);
      if (event.type === 'row-claimed') this.#how.onClaim?.();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #answer(call: Call): Promise<void> {
    try {
      const answer = await this.#answerTo(call);
      if (this.#killed === null) this.#place.process.answer(answer);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #answerTo(call: Call): Promise<unknown> {
    const { run } = this.#place;
    switch (call.call) {
      case 'at':
        return this.#at(call.argument);
      case 'beginCreate':
        return this.#begin(senderCreate(run, call.argument.request, call.argument.about));
      case 'beginLookUp':
        return this.#begin(senderLookUp(run, call.argument));
      case 'beginPoll':
        return this.#begin(senderPoll(run, call.argument));
      case 'endCreate':
      case 'endLookUp':
      case 'endPoll':
        return this.#end(call.argument);
    }
  }

  async #at(point: CrashPoint): Promise<null> {
    const { crashAt, pause } = this.#how;
    if (point === crashAt) await this.#kill();
    else if (point === pause?.at) await this.#standStill(pause);
    return null;
  }

  async #begin<Learned>(each: SenderExchange<Learned>): Promise<LentLine> {
    const { run, processes } = this.#place;
    const { pause } = this.#how;
    const lent = await lendToWorker(run, processes, each);
    this.#exchange = { lent, learn: (made) => each.learn(made) };
    if (pause?.at === 'on-the-way') {
      // The worker waits for its answer by then, and asks nothing before it is let go on.
      void this.#standStillOnceHeld(lent.held, pause);
    }
    return lent.line;
  }

  async #end(seen: Seen): Promise<unknown> {
    const exchange = this.#exchange;
    if (exchange === null) throw new Error('An exchange was ended that had not begun.');
    this.#exchange = null;
    return exchange.learn(await exchange.lent.end(seen));
  }

  async #standStillOnceHeld(held: Promise<void>, pause: Pause): Promise<void> {
    await held;
    this.#standing = this.#standStill(pause).catch((error: unknown) => this.#fail(error));
    await this.#standing;
  }

  async #standStill({ at, steps }: Pause): Promise<void> {
    const { run, worker, process } = this.#place;
    const { pid } = process;
    const standstill = await process.standStill();
    try {
      run.recorder.record({ type: 'worker-stopped', worker, point: at, pid });
      await this.#place.steps(steps);
      run.recorder.record({ type: 'worker-woken', worker, pid });
    } finally {
      await standstill.goOn();
    }
  }
}
