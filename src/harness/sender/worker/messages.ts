import type { LookUpFinding } from '../../model/adapter.js';
import type { EventBody } from '../../model/event.js';
import type { SenderPolicy } from '../../model/sender-policy.js';
import type { HttpRequest, PreparedRequest } from '../../model/exchange.js';
import type { Outcome } from '../../model/outcome.js';
import type { CrashPoint } from '../../model/step.js';
import type { Seen } from '../../wire/proxy-line.js';
import type {
  AttemptResult,
  DeliveryFacts,
  DeliveryResult,
  LookUpFacts,
  PollFacts,
} from '../sender-options.js';
import type { WireEffect } from '../../model/exchange.js';

/** The outbox that a worker is to work on, and how. */
export interface Opening {
  readonly file: string;
  readonly policy: SenderPolicy;
  /** The flaw of its rules, or null for the sound ones. */
  readonly flaw: string | null;
  /** Where its chance comes from. */
  readonly seed: number;
  readonly looksUp: boolean;
  /** Whether it can ask after accepted actions. */
  readonly polls: boolean;
}

/** One attempt as it is ordered. */
export interface AttemptOrder {
  readonly worker: string;
  readonly effects: readonly WireEffect[];
}

/** Where and how a worker makes an exchange that the kit has begun; the request bears its credential. */
export interface LentLine {
  readonly id: string;
  readonly port: number;
  readonly request: HttpRequest;
  readonly timeoutMs: number;
  readonly connection: 'warm' | 'fresh';
}

/** What a worker asks the kit in the middle of an attempt; it waits for each answer, and asks one thing at a time. */
export interface WorkerCalls {
  /** It has reached a crash point, and goes on when this resolves. */
  at(point: CrashPoint): Promise<null>;
  beginCreate(create: {
    readonly request: PreparedRequest;
    readonly about: DeliveryFacts;
  }): Promise<LentLine>;
  endCreate(seen: Seen): Promise<DeliveryResult>;
  beginPoll(about: PollFacts): Promise<LentLine>;
  endPoll(seen: Seen): Promise<{ readonly exchange: string; readonly outcome: Outcome }>;
  beginLookUp(about: LookUpFacts): Promise<LentLine>;
  endLookUp(seen: Seen): Promise<{ readonly exchange: string; readonly finding: LookUpFinding }>;
}

/** One of the calls, as it travels. */
export type Call = {
  [Name in keyof WorkerCalls]: {
    readonly call: Name;
    readonly argument: Parameters<WorkerCalls[Name]>[0];
  };
}[keyof WorkerCalls];

/** What the kit tells a worker: an order, or the answer to a call. */
export type Order =
  | { readonly order: 'open'; readonly opening: Opening }
  | { readonly order: 'attempt'; readonly attempt: AttemptOrder }
  | { readonly order: 'answer'; readonly answer: unknown }
  | { readonly order: 'close' };

/** An order on its way; `aheadMs` is how far the run's clock is ahead of the machine's. */
export type SentOrder = Order & { readonly aheadMs: number };

/** What a worker tells the kit. */
export type Told =
  | { readonly told: 'recorded'; readonly event: EventBody }
  | { readonly told: 'called'; readonly about: Call }
  /** The order is carried out; an attempt has a result. */
  | { readonly told: 'done'; readonly result: AttemptResult | null }
  /** It cannot be carried out, by a fault of the kit's own. */
  | { readonly told: 'failed'; readonly message: string };
