import type { MovableClock } from './clock.js';
import type { KeyReading } from './create/key.js';
import type { Answer } from './http/answer.js';
import type { Mishaps } from './http/mishaps.js';
import type { Refusal } from './http/refusal.js';
import type { Operation } from './records/operations.js';
import type { IntentRow } from './store/intents.js';
import type { JobRow } from './store/jobs.js';
import type { KeyClaim, KeyRow, Scope } from './store/keys.js';
import type { NewRecord, Payload, StoredRecord } from './store/records.js';
import type { Store } from './store/store.js';

/** Who asks: the tenant, and a digest of the credential that named it. */
export interface Caller {
  readonly tenant: string;
  readonly credential: string;
}

/** How the answer to one request fares on its way; only a receiver behind sockets can tell. */
export interface Departure {
  /** True once the whole answer was handed to the network, false when the client had gone before. */
  readonly sent: Promise<boolean>;
  /** Aborted when the client's connection ends, answered or not. */
  readonly gone: AbortSignal;
}

/** One request, with the client connection it came over where that is known; its signal aborts when the client leaves unanswered. */
export interface Asking {
  readonly request: Request;
  readonly connection: string | undefined;
  readonly departure: Departure | undefined;
}

/** A create whose credential, key and form are in order; its content is not looked at yet. */
export interface CreateIntake extends Asking {
  readonly caller: Caller;
  readonly operation: Operation;
  readonly key: string;
  /** The body as it came. */
  readonly text: string;
}

/** A create that may be done, if its key allows it. */
export interface CreateCall extends CreateIntake {
  readonly scope: Scope;
  /** The key as it is stored and compared. */
  readonly identity: string;
  readonly payload: Payload;
  readonly fingerprint: string;
  /** The business intent that it names beside its key; undefined where it names none. */
  readonly intent: string | undefined;
}

/** What there is to do of a create, apart from who waits for it. */
export type CreateWork = Pick<CreateCall, 'caller' | 'operation' | 'payload' | 'fingerprint' | 'intent'>;

/** How a create stands to its key: it is ours to do, or somebody has it, or it is done. */
export type Claim = { readonly mine: KeyClaim } | { readonly held: KeyRow };

export interface Search {
  readonly caller: Caller;
  readonly operation: Operation;
  readonly by: { readonly key: string } | { readonly reference: string } | undefined;
  readonly afterSequence: number;
  readonly limit: number;
}

/** A page of records in creation order; `next` is the sequence to go on after. */
export interface Page {
  readonly data: readonly StoredRecord[];
  readonly next: number | undefined;
}

export interface Update {
  readonly caller: Caller;
  readonly operation: Operation;
  readonly id: string;
  /** The version that the caller expects, undefined when what it sent can be no version. */
  readonly expected: number | undefined;
  readonly changes: Payload;
}

/**
 * The receiver as a record of decisions. A flaw replaces one or two of them. What decides by asking another part
 * gets all `parts` as its first argument, so that it meets the replaced one.
 */
export interface Parts {
  readonly store: Store;
  readonly clock: MovableClock;
  readonly mishaps: Mishaps;
  /** How long a claim is kept for an owner that says nothing, in milliseconds. */
  readonly leaseMs: number;
  /** How long a key is kept after its create was done, in milliseconds. */
  readonly retentionMs: number;

  /** Who a request comes from; undefined without a valid credential. */
  callerOf(request: Request): Caller | undefined;
  /** What somebody without a valid credential is told. */
  unauthorised(parts: Parts, asking: Asking): Answer;
  /** What anybody is told about a refusal. */
  refused(reason: Refusal): Answer;

  /** The body of a create as text. Throws Refused for what is too large, broken off or no text. */
  textOf(request: Request): Promise<string>;
  keyOf(header: string | null): KeyReading;
  /** The form in which a key is stored and compared, at creates and at look-ups. */
  identityOf(key: string): string;
  scopeOf(caller: Caller, operation: Operation): Scope;
  fingerprintOf(payload: Payload, request: Request): string;

  /** What a create with invalid content is told. */
  invalidCreate(parts: Parts, intake: CreateIntake, reason: Refusal): Answer;
  /** Does a create once per key, and answers every use of the key. */
  guard(parts: Parts, call: CreateCall): Promise<Answer>;
  /** Decides in one step who may do the create. Runs inside a transaction. */
  claim(parts: Parts, call: CreateCall): Claim;
  /** Writes record and stored answer. Runs inside a transaction; throws LostClaim when a late owner calls. */
  complete(parts: Parts, call: CreateCall, claim: KeyClaim): Answer;
  /** Does a create that was accepted earlier, and ends its job with it. */
  doJob(parts: Parts, job: JobRow): void;
  /** Takes the intent of a create for its record. Runs inside the transaction; the row of another that has it, or undefined. */
  takeIntent(parts: Parts, work: CreateWork, record: NewRecord): IntentRow | undefined;
  /** The intent has its record already, made of the same content under another key. Throws Refused. */
  intentRepeated(parts: Parts, work: CreateWork, row: IntentRow): Answer;
  /** The intent has its record already, made of other content. Throws Refused. */
  intentDiffers(parts: Parts, work: CreateWork, row: IntentRow): Answer;
  newId(parts: Parts, operation: Operation): string;
  insertRecord(parts: Parts, record: NewRecord): void;
  createdAnswer(operation: Operation, record: NewRecord): Answer;
  /** Removes keys that nobody needs any more. Runs inside the transaction of a create. */
  sweepKeys(parts: Parts): void;
  /** The key is done, with the same content. */
  replayed(parts: Parts, call: CreateCall, row: KeyRow): Answer;
  /** The key is being worked on, with the same content. */
  inFlight(parts: Parts, call: CreateCall, row: KeyRow): Answer;
  /** The key is in use for other content. */
  mismatched(parts: Parts, call: CreateCall, row: KeyRow): Answer;

  findRecord(parts: Parts, caller: Caller, operation: Operation, id: string): StoredRecord | undefined;
  search(parts: Parts, search: Search): Page;
  update(parts: Parts, update: Update): Promise<Answer>;
  /** Whether an update may be applied to this record. */
  versionHolds(update: Update, record: StoredRecord): boolean;
  merged(record: StoredRecord, changes: Payload): Payload;
}
