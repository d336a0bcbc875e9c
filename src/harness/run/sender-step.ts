import { join } from 'node:path';
import type { CrashPoint, Step } from '../model/step.js';
import { openSender, type Sender } from '../sender/sender.js';
import type { SenderRules } from '../sender/rules.js';
import { edited, type TryRun } from './try-run.js';
import type { WireEffect } from '../model/exchange.js';

type StepOf<Name extends Step['do']> = Extract<Step, { readonly do: Name }>;

/** How one attempt is disturbed. */
export interface Disturbance {
  readonly effects?: readonly WireEffect[];
  readonly crashAt?: CrashPoint;
  readonly pause?: { readonly at: CrashPoint; readonly steps: readonly Step[] };
}

const mostAttemptsOfWork = 60;

/** Stands for the death of a worker's process: nothing of it runs after this. */
class WorkerDied extends Error {}

/** The sender of one try: opened at its first use, opened again on the same file after a worker died. */
export class SenderHost {
  readonly #run: TryRun;
  readonly #file: string;
  readonly #rules: SenderRules | undefined;
  readonly #steps: (steps: readonly Step[]) => Promise<void>;
  #sender: Sender | null = null;

  constructor(
    run: TryRun,
    place: { readonly folder: string; readonly name: string },
    rules: SenderRules | undefined,
    steps: (steps: readonly Step[]) => Promise<void>,
  ) {
    this.#run = run;
    this.#file = join(place.folder, `${place.name}.outbox.sqlite`);
    this.#rules = rules;
    this.#steps = steps;
  }

  approve(step: StepOf<'approve'>): void {
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
      this.#open().approve(intent, () => {
        if (step.crash === true) throw new WorkerDied();
      });
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      this.#reopen();
    }
  }

  /** One attempt; true when more may follow at once, a time when later, null when nothing is left. */
  async attempt(worker: string, how: Disturbance): Promise<{ readonly nextAt: number | null }> {
    const { recorder, target, signal } = this.#run;
    // Before the claim, so that no lease runs out while a create waits for its turn.
    await target.pace.reserve(1, signal);
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
      const result = await this.#open().attempt(worker, { effects: how.effects ?? [], at });
      return { nextAt: result.kind === 'worked' ? target.clock.now() : result.nextAt };
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      this.#reopen();
      return { nextAt: target.clock.now() };
    }
  }

  /** Attempts until nothing is eligible, waiting out back-offs and leases. */
  async work(step: StepOf<'work'>): Promise<void> {
    const worker = step.worker ?? 'worker-1';
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

  async operate(step: StepOf<'operator'>): Promise<void> {
    const sender = this.#open();
    const { name } = this.#run.facts(step.action);
    if (step.act === 'reconcile') await sender.reconcile(name, 'operator', 'asked for by the scenario');
    else sender.unblock(name, 'operator', 'asked for by the scenario');
  }

  tamper(step: StepOf<'tamper'>): void {
    const { name } = this.#run.facts(step.action);
    this.#open().tamper(name);
    this.#run.recorder.record({ type: 'payload-tampered', action: name });
  }

  /** Writes the ledger as it stands on disk into the history, where a sender was used at all. */
  end(): void {
    this.#sender?.countLedger();
    this.close();
  }

  close(): void {
    this.#sender?.close();
    this.#sender = null;
  }

  #reopen(): void {
    this.close();
    this.#open();
  }

  #open(): Sender {
    this.#sender ??= openSender({
      file: this.#file,
      // Where time is virtual nobody loses power, and waiting for the disk would prove nothing.
      synchronous: this.#run.target.clock.kind === 'virtual' ? 'NORMAL' : 'FULL',
      clock: this.#run.target.clock,
      random: this.#run.random,
      policy: this.#run.policy,
      record: (event) => void this.#run.recorder.record(event),
      deliver: async (request, about) => this.#deliver(request, about),
      lookUp: this.#run.target.adapter.lookUp === null ? null : async (action) => this.#lookUp(action),
      ...(this.#rules === undefined ? {} : { rules: this.#rules }),
    });
    return this.#sender;
  }

  #deliver: Parameters<typeof openSender>[0]['deliver'] = async (request, about) => {
    const { create } = this.#run.target.adapter;
    const { exchange, outcome } = await this.#run.exchange(request, {
      ...about,
      purpose: 'create',
      by: 'sender',
      read: (answer) => create.outcome(answer),
    });
    if (outcome === null) throw new Error('A create is always read.');
    if (outcome.id !== null) this.#run.ids.set(about.action, outcome.id);
    return { exchange, outcome };
  };

  #lookUp: NonNullable<Parameters<typeof openSender>[0]['lookUp']> = async (action) => {
    const { lookUp } = this.#run.target.adapter;
    if (lookUp === null) throw new Error('Only asked where a look-up is offered.');
    const { exchange, answer } = await this.#run.exchange(lookUp.request(action), {
      purpose: 'look-up',
      by: 'sender',
      worker: action.worker,
      action: action.name,
      credential: action.credential,
    });
    const finding = lookUp.read(answer, action);
    if (finding.kind === 'found') this.#run.ids.set(action.name, finding.id);
    this.#run.recorder.record({
      type: 'looked-up',
      by: 'sender',
      action: action.name,
      credential: action.credential,
      exchange,
      finding,
      expect: null,
      afterMs: 0,
    });
    return { exchange, finding };
  };
}
