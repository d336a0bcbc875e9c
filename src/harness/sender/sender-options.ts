import type { CredentialName } from '../model/action.js';
import type { LookUpFinding } from '../model/adapter.js';
import type { EventBody } from '../model/event.js';
import type { SenderPolicy } from '../model/sender-policy.js';
import type { PreparedRequest, WireEffect } from '../model/exchange.js';
import type { Outcome } from '../model/outcome.js';
import type { Random } from '../model/random.js';
import type { CrashPoint } from '../model/step.js';
import type { Judged } from './constraints/constraint.js';
import type { SenderRules } from './rules.js';
import type { DataVersion, SenderStore } from './store/sender-store.js';

/** What goes with a create besides its bytes: for whom, under which claim, and what is to happen on its way. */
export interface DeliveryFacts {
  readonly action: string;
  readonly worker: string;
  readonly credential: CredentialName;
  readonly fence: number;
  /** Milliseconds since the epoch. */
  readonly leaseUntil: number;
  readonly effects: readonly WireEffect[];
}

/** Whom a look-up is about, and who asks; `worker` is null for an operator. */
export interface LookUpFacts {
  readonly name: string;
  readonly key: string;
  readonly marker: string;
  readonly worker: string | null;
  readonly credential: CredentialName;
}

/** What a create taught the sender. */
export interface DeliveryResult {
  readonly exchange: string;
  readonly outcome: Outcome;
  /** Where to ask after an action that was accepted, to be done later; null or absent where nobody says. */
  readonly poll?: PreparedRequest | null;
}

/** An accepted action that is asked after, and who asks. */
export interface PollFacts {
  readonly action: string;
  readonly worker: string;
  readonly credential: CredentialName;
  readonly request: PreparedRequest;
  /** The exchange whose answer accepted it. */
  readonly accepted: string;
}

/** Everything that a sender needs from outside. */
export interface SenderOptions {
  /** The ledger, whose time is the sender's; the sender closes it. */
  readonly store: SenderStore;
  readonly random: Random;
  readonly policy: SenderPolicy;
  /** Makes one create exchange for the request; resolves for lost answers too. */
  deliver(request: PreparedRequest, about: DeliveryFacts): Promise<DeliveryResult>;
  /** Asks after an accepted action; null or absent where the target offers no such thing. */
  readonly poll?:
    ((job: PollFacts) => Promise<{ readonly exchange: string; readonly outcome: Outcome }>) | null;
  /** Asks the receiver about an action; null where the target offers no look-up. */
  readonly lookUp:
    ((action: LookUpFacts) => Promise<{ readonly exchange: string; readonly finding: LookUpFinding }>) | null;
  /** Asks the receiver for one record by its id; null or absent where it cannot be asked. */
  readonly fetch?:
    | ((
        id: string,
        credential: CredentialName,
      ) => Promise<{ readonly exchange: string; readonly finding: LookUpFinding }>)
    | null;
  /** Takes what happened in the ledger, after it is on disk. */
  record(event: EventBody): void;
  /** The decisions; the sound ones where left out. */
  readonly rules?: SenderRules;
}

/** One approved intent as it is handed to the sender. */
export interface Intent {
  readonly name: string;
  readonly key: string;
  readonly marker: string;
  readonly request: PreparedRequest;
  readonly credential: CredentialName;
  /** Milliseconds until the approval expires; null for never. */
  readonly expiresInMs: number | null;
  /** What it changes, where that must be changed in the order of the approvals: no action overtakes an earlier one. */
  readonly aggregate?: string | null;
  /** The data on which it was decided, where that may change before it is sent. */
  readonly data?: DataVersion | null;
  /** Who asked for the action, and who approved it, where anybody is named. */
  readonly requestedBy?: string | null;
  readonly approvedBy?: string | null;
  /** What rules ask of it. */
  readonly judged?: Judged;
}

/** How one attempt is to be made. */
export interface AttemptOptions {
  /** What is to happen to its create exchange. */
  readonly effects: readonly WireEffect[];
  /** Called at every crash point; may wait (a stalled worker) or throw (a killed one). */
  at(point: CrashPoint): Promise<void>;
}

/** What an attempt came to: one action was worked on, or none was eligible, and when the next one will be. */
export type AttemptResult =
  | { readonly kind: 'worked'; readonly action: string }
  | { readonly kind: 'idle'; readonly nextAt: number | null };
