import type { ActionFacts, ActionPlan, CredentialName } from '../model/action.js';
import type { Contract, Edit } from '../model/contract.js';
import type { SenderPolicy } from '../model/sender-policy.js';
import {
  headerOf,
  type Answer,
  type Burst,
  type BurstExchanged,
  type BurstStrategy,
  type Delivered,
  type Exchanged,
  type HttpRequest,
  type PreparedRequest,
  type WireEffect,
} from '../model/exchange.js';
import { withPointer, type Json } from '../model/json.js';
import type { EventBody } from '../model/event.js';
import type { Purpose } from '../model/exchange.js';
import { isThrottled, type Outcome, type OutcomeKind } from '../model/outcome.js';
import { KitError } from '../model/kit-error.js';
import type { Send } from '../model/step.js';
import type { Random } from '../model/random.js';
import type { KeySpace } from '../plan/key-space.js';
import { intentEdits } from './intent-edits.js';
import { openRedirects, type Redirects } from './redirects.js';
import type { Recorder } from './recorder.js';
import { LimitReached, spend, type Budget } from './budget.js';
import type { Target } from './target.js';
import { openWatch, type Watch } from './watch.js';

const mostAsks = 4;
const reads: readonly Purpose[] = ['poll', 'look-up', 'observe', 'fetch'];
const plainWaitMs = 1_000;
const longestWaitsMs = 600_000;

/** What an exchange is made for, beside the request itself. */
export interface ExchangeAbout {
  readonly purpose: Extract<EventBody, { type: 'exchange-started' }>['purpose'];
  readonly by: 'sender' | 'runner';
  readonly action: string | null;
  readonly credential: CredentialName;
  readonly worker?: string | null;
  readonly fence?: number | null;
  readonly leaseUntil?: number | null;
  readonly effects?: readonly WireEffect[];
  readonly role?: Send['role'] | null;
  readonly expect?: readonly OutcomeKind[] | null;
  readonly connection?: 'warm' | 'fresh';
  readonly read?: (answer: Answer) => Outcome;
}

/** An exchange that was made, as far as steps look at it; all of it is in the history. */
export interface MadeExchange {
  readonly exchange: string;
  readonly answer: Answer;
  readonly outcome: Outcome | null;
  readonly delivered: Delivered;
  /** From its first byte to its end, in milliseconds. */
  readonly ms: number;
}

/** One try under way: the target, the history, and the actions met so far. */
export class TryRun {
  readonly target: Target;
  readonly recorder: Recorder;
  readonly keys: KeySpace;
  readonly random: Random;
  readonly policy: SenderPolicy;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly settleMs: number;
  readonly run: string;
  readonly watch: Watch;
  readonly #actions = new Map<string, ActionFacts>();
  #isSettled = false;
  /** The numbers of the sample payloads, by marker. */
  readonly #numbers = new Map<string, number>();
  readonly #redirects: Redirects;
  /** Ids that acknowledgements or look-ups gave, by action: the latest. */
  readonly ids = new Map<string, string>();
  /** Versions that were read first, by action. */
  readonly versions = new Map<string, string>();

  constructor(
    parts: Pick<
      TryRun,
      'target' | 'recorder' | 'keys' | 'random' | 'policy' | 'budget' | 'signal' | 'settleMs' | 'run'
    >,
  ) {
    this.target = parts.target;
    this.recorder = parts.recorder;
    this.keys = parts.keys;
    this.random = parts.random;
    this.policy = parts.policy;
    this.budget = parts.budget;
    this.signal = parts.signal;
    this.settleMs = parts.settleMs;
    this.run = parts.run;
    this.#redirects = openRedirects(parts.recorder);
    this.watch = openWatch(parts.target.presence, parts);
  }

  get contract(): Contract {
    return this.target.adapter.contract;
  }

  /** The facts of an action; the first meeting declares it in the history. */
  facts(plan: ActionPlan): ActionFacts {
    const known = this.#actions.get(plan.name);
    if (known !== undefined) return known;
    const key = plan.key ?? this.keys.key(plan.keyOf ?? plan.name);
    const marker = plan.marker ?? this.keys.marker(plan.markerOf ?? plan.name);
    const sample = this.target.adapter.payload({ key, marker, n: this.#numberOf(marker) });
    const edits = [...intentEdits(this.contract, this.keys, { ...plan, key }), ...(plan.edits ?? [])];
    const facts = { name: plan.name, key, marker, payload: edited(sample, edits) };
    this.#actions.set(plan.name, facts);
    this.recorder.record({ type: 'action-declared', action: plan.name, key, marker, payload: facts.payload });
    return facts;
  }

  /**
   * Makes one exchange and writes both of its ends into the history. Where the receiver throttles the runner itself,
   * which no step has asked for, the wait is kept and the request made again; the sender keeps its waits by itself.
   */
  async exchange(request: PreparedRequest, about: ExchangeAbout): Promise<MadeExchange> {
    for (let asks = 1; ; asks += 1) {
      await this.target.pace.turn(this.signal);
      const made = await this.exchangeAtOnce(request, about);
      const waitMs = unaskedWaitMs(made, about);
      if (waitMs === null) return made;
      if (asks >= mostAsks) throw new LimitReached('requests that were throttled in a row', mostAsks);
      this.budget.waitedMs += waitMs;
      if (this.budget.waitedMs > longestWaitsMs) {
        throw new LimitReached('milliseconds of waiting for a receiver that throttles', longestWaitsMs);
      }
      await this.pass(waitMs, 'back-off');
    }
  }

  /** Makes one exchange now: it keeps no pace, and waits for no receiver that throttles. Its rate is the caller's affair. */
  async exchangeAtOnce(request: PreparedRequest, about: ExchangeAbout): Promise<MadeExchange> {
    await this.beforeAsking(about.credential);
    const exchange = this.begin(request, about);
    const made = await this.target.wire.exchange(this.address(request, about.credential, exchange), {
      id: exchange,
      effects: about.effects ?? [],
      timeoutMs: this.policy.timeoutMs,
      connection: about.connection ?? 'warm',
    });
    const ended = this.end(exchange, about, made);
    await this.watch.afterExchanges([{ ...ended, effects: about.effects ?? [] }]);
    return ended;
  }

  /** Makes exchanges whose requests arrive together, and writes all of their ends into the history. */
  async exchangeTogether(
    all: readonly { readonly request: PreparedRequest; readonly about: ExchangeAbout }[],
    { burst, strategy }: { readonly burst: Burst; readonly strategy: BurstStrategy },
  ): Promise<readonly (MadeExchange & Pick<BurstExchanged, 'releasedMs' | 'answeredMs'>)[]> {
    const begun = await this.#beginTogether(all);
    const made = await burst.exchange(
      begun.map(({ request, about, id }) => ({ id, request: this.address(request, about.credential, id) })),
      { timeoutMs: this.policy.timeoutMs, strategy },
    );
    if (made.length !== begun.length) throw new Error('A burst gives one answer for each of its requests.');
    const ended = begun.flatMap(({ id, about }, index) => {
      const each = made[index];
      if (each === undefined) return [];
      const { releasedMs, answeredMs } = each;
      return [{ ...this.end(id, about, each), releasedMs, answeredMs }];
    });
    await this.watch.afterExchanges(ended.map((each) => ({ ...each, effects: [] })));
    return ended;
  }

  async #beginTogether(all: readonly { readonly request: PreparedRequest; readonly about: ExchangeAbout }[]) {
    const done = await this.target.pace.reserve(all.length, this.signal);
    try {
      for (const { about } of all) await this.beforeAsking(about.credential);
      const begun = [];
      for (const { request, about } of all) {
        await this.target.pace.turn(this.signal);
        begun.push({ request, about, id: this.begin(request, about) });
      }
      return begun;
    } finally {
      done();
    }
  }

  /** To be awaited before an exchange begins: the target is there, and the credential is good. */
  async beforeAsking(credential: CredentialName): Promise<void> {
    await this.watch.beforeAsking();
    const done = await this.target.signIns?.ready(credential, this.signal).catch((error: unknown) => {
      // It worked when the run began: what is wrong now is neither the kit's fault nor a mistake in the file.
      if (error instanceof KitError) throw new LimitReached(`sign-in without a token (${error.happened})`, 1);
      throw error;
    });
    if (done) this.recorder.record({ type: 'signed-in', credential, ...done });
  }

  /** The request of an exchange that has begun, as it goes out. */
  address(request: PreparedRequest, credential: CredentialName, exchange: string): HttpRequest {
    const { adapter, signIns } = this.target;
    return signIns?.address(request, credential, exchange) ?? adapter.address(request, credential);
  }

  /** Writes the beginning of an exchange into the history, and gives it its id. */
  begin(request: PreparedRequest, about: ExchangeAbout): string {
    const exchange = this.#nextExchange(about);
    this.#redirects.asked(exchange, this.target.adapter.address(request, about.credential).url);
    if (!reads.includes(about.purpose)) this.disturbed();
    this.recorder.record({
      type: 'exchange-started',
      exchange,
      purpose: about.purpose,
      by: about.by,
      worker: about.worker ?? null,
      action: about.action,
      credential: about.credential,
      request,
      effects: about.effects ?? [],
      role: about.role ?? null,
      expect: about.expect ?? null,
      fence: about.fence ?? null,
      leaseUntil: about.leaseUntil ?? null,
    });
    return exchange;
  }

  /** Writes the end of an exchange into the history. */
  end(
    exchange: string,
    about: ExchangeAbout,
    { answer, delivered, applied, hidden, ms }: Exchanged,
  ): MadeExchange {
    const outcome = this.target.signIns?.learn(exchange, answer) ?? about.read?.(answer) ?? null;
    this.recorder.record({
      type: 'exchange-ended',
      exchange,
      answer,
      outcome,
      delivered,
      applied,
      hidden,
      ms,
    });
    this.#redirects.heard(exchange, [answer, ...hidden]);
    return { exchange, answer, outcome, delivered, ms };
  }

  /** Lets the receiver come to rest before a final count, unless nothing was asked of it since it last did. */
  async settle(): Promise<void> {
    if (this.#isSettled) return;
    await this.pass(this.settleMs, 'settle');
    this.#isSettled = true;
  }

  /** Something was done to the receiver whose effects may come late. */
  disturbed(): void {
    this.#isSettled = false;
  }

  /** Lets time pass on the run's clock and says so in the history. */
  async pass(ms: number, why: 'settle' | 'back-off' | 'wait'): Promise<void> {
    await this.watch.ask(async () => this.target.pass(ms, this.signal));
    this.recorder.record({ type: 'time-passed', ms, why });
  }

  /** Actions that share a marker share the number too, so that only what their plans say tells them apart. */
  #numberOf(marker: string): number {
    const number = this.#numbers.get(marker) ?? this.#actions.size + 1;
    this.#numbers.set(marker, number);
    return number;
  }

  #nextExchange(about: ExchangeAbout): string {
    this.signal.throwIfAborted();
    spend(this.budget, about);
    return `${this.run}-${this.budget.exchanges}`;
  }
}

/** The wait that the receiver asks of the runner where no step is about throttling, or null. */
function unaskedWaitMs(
  { answer, outcome }: MadeExchange,
  { by, expect, effects }: ExchangeAbout,
): number | null {
  const meant = expect?.includes('throttled') === true || effects?.some(({ kind }) => kind === 'throttle');
  if (by === 'sender' || meant === true || !isThrottled(answer, outcome)) return null;
  const seconds = answer.kind === 'answered' ? Number(headerOf(answer.headers, 'retry-after') ?? '') : 0;
  const named = outcome?.retryAfterMs ?? seconds * 1_000;
  return Number.isFinite(named) && named > 0 ? named : plainWaitMs;
}

/** A payload with edits applied in order. */
export function edited(payload: Json, edits: readonly Edit[]): Json {
  return edits.reduce((value, edit) => withPointer(value, edit.pointer, edit.value), payload);
}
