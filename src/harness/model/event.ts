import type { CredentialName } from './action.js';
import type { LookUpFinding, SeenRecord } from './adapter.js';
import type { Contract } from './contract.js';
import type { LoadDistribution } from './distribution.js';
import type { Answer, Delivered, PreparedRequest, Purpose, WireEffect, WireEffectKind } from './exchange.js';
import type { Json } from './json.js';
import type { Need } from './need.js';
import type { RowFacts, RowState } from './outbox-row.js';
import type { Outcome, OutcomeKind } from './outcome.js';
import type { Quantiles } from './quantiles.js';
import type { SenderPolicy } from './sender-policy.js';
import type { Control, CountPromise, CrashPoint, PausePoint, Send } from './step.js';

/** What happened, in the past tense. */
export type EventBody =
  | {
      readonly type: 'history-opened';
      readonly format: 1;
      readonly scenario: string;
      readonly run: string;
      readonly seed: number;
      readonly target: string;
      readonly plane: string;
      readonly clock: 'virtual' | 'real';
      readonly contract: Contract;
      readonly offers: readonly Need[];
      readonly policy: SenderPolicy;
    }
  | {
      readonly type: 'try-started';
      readonly try: string;
      readonly faults: readonly { readonly name: string; readonly story: string }[];
      /** What the sender was allowed in this try. */
      readonly policy: SenderPolicy;
    }
  | { readonly type: 'try-left-out'; readonly try: string; readonly needs: readonly string[] }
  | { readonly type: 'try-ended'; readonly try: string }
  | {
      readonly type: 'action-declared';
      readonly action: string;
      readonly key: string;
      readonly marker: string;
      readonly payload: Json;
    }
  /* the sender's ledger */
  | {
      readonly type: 'approval-recorded';
      readonly action: string;
      readonly key: string;
      readonly payloadHash: string;
      readonly expiresAt: number | null;
    }
  | { readonly type: 'approval-repeated'; readonly action: string; readonly key: string }
  | {
      readonly type: 'approval-refused';
      readonly action: string;
      readonly key: string;
      readonly why: 'changed-content' | 'invalid' | 'constraint';
    }
  | { readonly type: 'approval-crashed'; readonly action: string; readonly key: string }
  | {
      readonly type: 'row-claimed';
      readonly worker: string;
      readonly row: RowFacts;
      readonly takenOver: boolean;
    }
  | {
      readonly type: 'row-recorded';
      readonly worker: string | null;
      readonly from: RowState;
      readonly row: RowFacts;
      /** No attempt before this time, milliseconds since the epoch; null where none is planned. */
      readonly nextAt: number | null;
      /** The exchange that taught it, where one did. */
      readonly exchange: string | null;
      readonly outcome: OutcomeKind | null;
    }
  | {
      readonly type: 'row-write-fenced';
      readonly worker: string;
      readonly action: string;
      readonly fence: number;
    }
  | { readonly type: 'send-held'; readonly worker: string; readonly action: string; readonly why: string }
  | { readonly type: 'worker-idle'; readonly worker: string; readonly nextAt: number | null }
  | {
      readonly type: 'worker-crashed';
      readonly worker: string;
      /** Null where it was killed at a moment, whatever it was doing. */
      readonly point: CrashPoint | null;
      /** That moment, in milliseconds after the attempt was begun. */
      readonly afterMs?: number;
      /** The process that was killed by SIGKILL, where the worker had one of its own. */
      readonly pid?: number;
      readonly action: string | null;
    }
  /** The process of a worker was stopped by SIGSTOP, at that point of its attempt. */
  | {
      readonly type: 'worker-stopped';
      readonly worker: string;
      readonly point: PausePoint;
      readonly pid: number;
    }
  | { readonly type: 'worker-woken'; readonly worker: string; readonly pid: number }
  | {
      readonly type: 'operator-acted';
      readonly act: 'reconcile' | 'unblock' | 'withdraw';
      readonly action: string;
      readonly who: string;
      readonly why: string;
      readonly result: string;
    }
  | { readonly type: 'payload-tampered'; readonly action: string }
  /** The outbox and approvals as they stand on disk when a try ends. */
  | {
      readonly type: 'ledger-counted';
      readonly rows: readonly RowFacts[];
      readonly approvals: readonly string[];
    }
  /* exchanges */
  /** A token was got, with the time that it is said to last, if any; neither it nor what asked for it is in a history. */
  | {
      readonly type: 'signed-in';
      readonly credential: CredentialName;
      readonly why: 'first' | 'expiring' | 'refused';
      readonly lastsMs: number | null;
    }
  | {
      readonly type: 'exchange-started';
      readonly exchange: string;
      readonly purpose: Purpose;
      readonly by: 'sender' | 'runner';
      readonly worker: string | null;
      readonly action: string | null;
      readonly credential: CredentialName;
      readonly request: PreparedRequest;
      readonly effects: readonly WireEffect[];
      /** For a send outside the sender: what it is to the action, and what was promised of it. */
      readonly role: Send['role'] | null;
      readonly expect: readonly OutcomeKind[] | null;
      /** Fence of the claim under which the sender sends, and when its lease ends. */
      readonly fence: number | null;
      readonly leaseUntil: number | null;
    }
  | {
      readonly type: 'exchange-ended';
      readonly exchange: string;
      readonly answer: Answer;
      readonly outcome: Outcome | null;
      readonly delivered: Delivered;
      readonly applied: readonly WireEffectKind[];
      readonly hidden: readonly Answer[];
      readonly ms: number;
    }
  /** An action that the exchange `accepted` had accepted turned out to be done, or not, as the poll `exchange` told. */
  | {
      readonly type: 'acceptance-settled';
      readonly action: string;
      readonly by: 'sender' | 'runner';
      readonly accepted: string;
      readonly exchange: string;
      readonly outcome: Outcome;
    }
  /** One round of a burst, and how far its requests met. */
  | {
      readonly type: 'burst-measured';
      readonly round: number;
      readonly exchanges: readonly string[];
      /** Milliseconds from the first released last byte to the last one. */
      readonly spreadMs: number;
      /** The most requests that were whole at the receiver and not answered at one moment. */
      readonly overlap: number;
    }
  /** A load, when all of its requests have ended. */
  | {
      readonly type: 'load-measured';
      readonly offeredPerSecond: number;
      readonly sends: number;
      /** Milliseconds from the first request's time to the moment at which the last one began. */
      readonly elapsedMs: number;
      /** From a request's beginning to its end. */
      readonly service: Quantiles;
      /** From a request's time to its beginning: what a sender under this load would have it wait. */
      readonly wait: Quantiles;
      /** Both, of new actions and of replays apart; histories of earlier versions have none. */
      readonly distributions?: readonly LoadDistribution[];
    }
  /* what was found out */
  | {
      readonly type: 'looked-up';
      readonly by: 'sender' | 'runner';
      readonly action: string;
      readonly credential: CredentialName;
      readonly exchange: string;
      readonly finding: LookUpFinding;
      readonly expect: 'found' | 'absent' | 'trouble' | null;
      /** Milliseconds from the first look, where the runner looked until found. */
      readonly afterMs: number;
    }
  | {
      readonly type: 'fetched';
      readonly action: string;
      readonly id: string;
      readonly credential: CredentialName;
      readonly exchange: string;
      readonly finding: LookUpFinding;
      readonly expect: 'found' | 'absent' | null;
    }
  | {
      readonly type: 'observed';
      readonly action: string;
      readonly marker: string;
      readonly credential: CredentialName;
      readonly when: 'early' | 'late';
      readonly records: readonly SeenRecord[];
      /** False when a page could not be read or a limit ended the count. */
      readonly complete: boolean;
      readonly trouble: string | null;
      readonly count: CountPromise | null;
      readonly reads: readonly { readonly pointer: string; readonly value: Json }[];
    }
  | {
      readonly type: 'update-answered';
      readonly action: string;
      readonly exchange: string;
      readonly version: string;
      /** Where the changed member is in the record as read. */
      readonly pointer: string;
      readonly value: string;
      readonly outcome: Outcome;
      readonly expect: readonly OutcomeKind[] | null;
    }
  | {
      readonly type: 'delete-answered';
      readonly action: string;
      readonly exchange: string;
      readonly gone: boolean;
    }
  | { readonly type: 'control-done'; readonly what: Control }
  | {
      readonly type: 'records-cleaned-up';
      readonly attempted: number;
      readonly remaining: number;
      /** What ended the clean-up early, or null. */
      readonly trouble: string | null;
    }
  | { readonly type: 'time-passed'; readonly ms: number; readonly why: 'settle' | 'back-off' | 'wait' }
  /** An answer redirected to another host than was asked, which nobody has named: it was not followed. */
  | { readonly type: 'redirect-not-followed'; readonly exchange: string; readonly to: string }
  /* trouble */
  /** The receiver's process, which the kit had started, ended by itself or answered nobody any more, and was ended. */
  | {
      readonly type: 'target-died';
      readonly why: string;
      /** The last of what it printed. */
      readonly output: string;
    }
  | { readonly type: 'target-started-again' }
  /** The target answered nobody any more and did not come back: the run ends here. */
  | {
      readonly type: 'target-gone';
      readonly why: string;
      /** The last of what its process printed; null where the kit had not started it. */
      readonly output: string | null;
      /** Exchanges that met nobody: their ends say nothing about the receiver. */
      readonly unanswered: readonly string[];
    }
  | { readonly type: 'limit-reached'; readonly limit: string; readonly most: number }
  | { readonly type: 'run-interrupted'; readonly why: string }
  | { readonly type: 'kit-failed'; readonly message: string }
  | { readonly type: 'history-closed'; readonly events: number };

/** The name of an event. */
export type EventType = EventBody['type'];

/** An event with its place, its time and the digest that chains it to the one before. */
export type HistoryEvent = EventBody & {
  /** Counted from 0. */
  readonly seq: number;
  /** Milliseconds since the epoch, on the run's clock. */
  readonly at: number;
  /** SHA-256 (hex) over the digest before and this event; see `run/chain.ts`. */
  readonly digest: string;
};

/** An event of one type. */
export type EventOf<Type extends EventType> = Extract<HistoryEvent, { readonly type: Type }>;
