import type { CrashPoint, Step } from '../model/step.js';
import type { AttemptResult } from '../sender/sender-options.js';
import { openSender, type Sender } from '../sender/sender.js';
import { soundRules, type SenderRules } from '../sender/rules.js';
import { openSqliteStore, type LedgerPlace } from '../sender/store/sqlite/open-sqlite-store.js';
import type { Disturbance } from './disturbance.js';
import { edited, type TryRun } from './try-run.js';
import { senderCreate, senderLookUp, senderPoll, type SenderExchange } from './sender-exchange.js';
import { sideBySide, type Attempted } from './side-by-side.js';
import { WorkerHost } from './worker-host.js';
import { workerName } from './worker-name.js';

type StepOf<Name extends Step['do']> = Extract<Step, { readonly do: Name }>;

const mostAttemptsOfWork = 60;

/** Stands for the death of a worker's process: nothing of it runs after this. */
class WorkerDied extends Error {}

/**
 * The sender of one try: opened at its first use, opened again on the same ledger after a worker died. Where the target
 * has processes for workers, attempts are made in those, and only operator and approvals are in this one.
 */
export class SenderHost {
  readonly #run: TryRun;
  readonly #ledger: LedgerPlace;
  readonly #rules: SenderRules | undefined;
  readonly #steps: (steps: readonly Step[]) => Promise<void>;
  readonly #workers: WorkerHost | null;
  #sender: Sender | null = null;

  constructor(
    run: TryRun,
    ledger: LedgerPlace,
    rules: SenderRules | undefined,
    steps: (steps: readonly Step[]) => Promise<void>,
  ) {
    this.#run = run;
    this.#ledger = ledger;
    this.#rules = rules;
    this.#steps = steps;
    this.#workers = this.#workersOf(run);
  }

  async approve(step: StepOf<'approve'>): Promise<void> {
    const facts = this.#run.facts(step.action);
    const payload = edited(facts.payload, step.edits ?? []);
    const intent = {
      name: facts.name,
      key: facts.key,
      marker: facts.marker,
      request: this.#run.target.adapter.create.request({ ...facts, payload }, [facts.key]),
      credential: 'main' as const,
      expiresInMs: step.expiresInMs ?? null,
    };
    try {
      await this.#open().approve(intent, () => {
        if (step.crash === true) throw new WorkerDied();
      });
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      await this.#reopen();
    }
  }

  /** One attempt; `nextAt` is the time from which on another may follow, or null when nothing is left. */
  async attempt(worker: string, how: Disturbance): Promise<Attempted> {
    const { target, signal } = this.#run;
    // Before the claim, so that no lease runs out while a create waits for its turn.
    const done = await target.pace.reserve(1, signal);
    try {
      const made = await (this.#workers === null
        ? this.#attemptHere(worker, how)
        : this.#workers.attempt(worker, how));
      const idle = made?.kind === 'idle';
      return { idle, nextAt: idle ? made.nextAt : target.clock.now() };
    } finally {
      done();
    }
  }

  /** Attempts until nothing is eligible, waiting out back-offs and leases. */
  async work(step: StepOf<'work'>): Promise<void> {
    const worker = step.worker ?? workerName();
    for (let made = 0, worked = 0; made < mostAttemptsOfWork; made += 1) {
      const { clock } = this.#run.target;
      const { nextAt } = await this.attempt(worker, step.attempts?.[worked] ?? {});
      if (nextAt === null) return;
      if (nextAt > clock.now()) await this.#run.pass(nextAt - clock.now(), 'back-off');
      else worked += 1;
    }
    this.#run.recorder.record({
      type: 'limit-reached',
      limit: 'attempts of one work step',
      most: mostAttemptsOfWork,
    });
  }

  /** The same by several workers at once. */
  async workSideBySide({ workers, first }: StepOf<'work-side-by-side'>): Promise<void> {
    if (this.#workers === null) throw new Error('Workers side by side take a target with worker processes.');
    const names = Array.from({ length: workers }, (_, index) => workerName(index + 1));
    await this.#workers.prepare(names);
    await sideBySide(this.#run, names, async (worker, how) => this.attempt(worker, how), first ?? null);
  }

  async operate(step: StepOf<'operator'>): Promise<void> {
    const sender = this.#open();
    const { name } = this.#run.facts(step.action);
    if (step.act === 'reconcile') await sender.reconcile(name, 'operator', 'asked for by the scenario');
    else await sender.unblock(name, 'operator', 'asked for by the scenario');
  }

  async tamper(step: StepOf<'tamper'>): Promise<void> {
    const { name } = this.#run.facts(step.action);
    await this.#open().tamper(name);
    this.#run.recorder.record({ type: 'payload-tampered', action: name });
  }

  /** Writes the ledger as it stands on disk into the history, where a sender was used at all. */
  async end(): Promise<void> {
    await this.#sender?.countLedger();
  }

  /** Closes the outbox; resolves when no worker has it open any more. */
  async close(): Promise<void> {
    await this.#closeHere();
    await this.#workers?.close();
  }

  /** One attempt in this process, where a death is an exception that nothing of it survives; null for a death. */
  async #attemptHere(worker: string, how: Disturbance): Promise<AttemptResult | null> {
    const { recorder } = this.#run;
    if (how.crashAfterMs !== undefined || how.pause?.at === 'on-the-way') {
      throw new Error('A death at some moment, or a stop on the way, takes a target with worker processes.');
    }
    const from = recorder.events.length;
    const at = async (point: CrashPoint): Promise<void> => {
      if (point === how.crashAt) {
        const claim = recorder.events.slice(from).findLast((event) => event.type === 'row-claimed');
        const action = claim?.type === 'row-claimed' ? claim.row.action : null;
        recorder.record({ type: 'worker-crashed', worker, point, action });
        throw new WorkerDied();
      }
      if (point === how.pause?.at) await this.#steps(how.pause.steps);
    };
    try {
      return await this.#open().attempt(worker, { effects: how.effects ?? [], at });
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      await this.#reopen();
      return null;
    }
  }

  #workersOf(run: TryRun): WorkerHost | null {
    const { target, policy } = run;
    if (target.workers === undefined) return null;
    const { flaw = null } = this.#rules ?? {};
    if (flaw === null && this.#rules !== undefined && this.#rules !== soundRules) {
      throw new Error('Rules that have no name cannot be made again in a process. Take them by flawedRules.');
    }
    const { lookUp, poll } = target.adapter;
    if (typeof this.#ledger !== 'string') throw new Error('Workers that are processes share a file.');
    const opening = { file: this.#ledger, policy, flaw, looksUp: lookUp !== null, polls: poll !== null };
    return new WorkerHost(run, target.workers, opening, this.#steps);
  }

  async #reopen(): Promise<void> {
    await this.#closeHere();
    this.#open();
  }

  async #closeHere(): Promise<void> {
    const open = this.#sender;
    this.#sender = null;
    await open?.close();
  }

  #open(): Sender {
    this.#sender ??= openSender({
      store: openSqliteStore(this.#ledger, {
        clock: this.#run.target.clock,
        // Workers are killed here, and nobody loses power: waiting for the disk would prove nothing.
        synchronous: 'NORMAL',
      }),
      random: this.#run.random,
      policy: this.#run.policy,
      record: (event) => void this.#run.recorder.record(event),
      deliver: async (request, about) => this.#exchange(senderCreate(this.#run, request, about)),
      lookUp:
        this.#run.target.adapter.lookUp === null
          ? null
          : async (action) => this.#exchange(senderLookUp(this.#run, action)),
      poll:
        this.#run.target.adapter.poll === null
          ? null
          : async (job) => this.#exchange(senderPoll(this.#run, job)),
      ...(this.#rules === undefined ? {} : { rules: this.#rules }),
    });
    return this.#sender;
  }

  async #exchange<Learned>({ request, about, learn }: SenderExchange<Learned>) {
    return learn(await this.#run.exchange(request, about));
  }
}
