import type { ActionFacts, CredentialName } from './action.js';
import type { Contract } from './contract.js';
import type { Answer, HttpRequest, PreparedRequest } from './exchange.js';
import type { Json } from './json.js';
import type { Need } from './need.js';
import type { Outcome } from './outcome.js';

/** A record as the receiver lets itself be observed. */
export interface SeenRecord {
  readonly id: string;
  /** The record's members, as observed. */
  readonly fields: Json;
}

/** What one page of an observation said; `trouble` where the answer was none that can be read. */
export type Page =
  | { readonly kind: 'page'; readonly records: readonly SeenRecord[]; readonly next: string | null }
  | { readonly kind: 'trouble'; readonly why: string };

/** What a look-up by key (or by natural key, or marker) said. */
export type LookUpFinding =
  | { readonly kind: 'found'; readonly id: string; readonly fields: Json }
  | { readonly kind: 'absent' }
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  | { readonly kind: 'trouble'; readonly why: string };

/** A create as a codec: an action becomes a request, an answer becomes an outcome. */
export interface CreateCodec {
  /** The request for an action. `keys`: none is a request without a key; two repeat the key's header. */
  request(action: ActionFacts, keys: readonly string[]): PreparedRequest;
  outcome(answer: Answer): Outcome;
}

/** Asks after an action that was accepted, to be done later. */
export interface PollCodec {
  /** The request that the accepting answer leads to, or null where it leads nowhere within the target. */
  request(accepted: Answer): PreparedRequest | null;
  /** `accepted` while it is still to be done; else what became of the action, or `unknown`. */
  read(answer: Answer): Outcome;
  /** How long it may take, in milliseconds; after that it is left open. */
  readonly withinMs: number;
  /** Between two polls where no answer asks for another wait, in milliseconds. */
  readonly everyMs: number;
}

/** Looks one action up, by what the receiver offers. */
export interface LookUpCodec {
  request(by: { readonly key: string; readonly marker: string }): PreparedRequest;
  /** `by` is what the request was made with: an observation that filters by marker reads it again. */
  read(answer: Answer, by?: { readonly key: string; readonly marker: string }): LookUpFinding;
}

/** Counts the records that carry a marker, page by page. */
export interface ObserveCodec {
  request(marker: string, cursor: string | null): PreparedRequest;
  read(answer: Answer, marker: string): Page;
}

/** Fetches one record by its id. */
export interface FetchCodec {
  request(id: string): PreparedRequest;
  read(answer: Answer): LookUpFinding;
}

/** Changes named members of a record, expecting a version. */
export interface UpdateCodec {
  request(change: { readonly id: string; readonly version: string; readonly value: Json }): PreparedRequest;
  /** `updated` when the change stands, `rejected` for a definite no (stale or unknown), else `unknown`. */
  outcome(answer: Answer): Outcome;
  /** The version that the update expects, read from a record as observed or fetched. */
  version(fields: Json): string | null;
  /** Where the changed member is in the update's body and in the record as read. */
  readonly field: { readonly sent: string; readonly read: string };
}

/** Deletes one record. */
export interface DeleteCodec {
  request(id: string): PreparedRequest;
  /** True when the record is gone, by this request or before it. */
  gone(answer: Answer): boolean;
}

/** A token that an answer gave, and how long it lasts where that is said; or why it gave none. */
export type SignedIn =
  | { readonly kind: 'token'; readonly token: string; readonly lastsMs: number | null }
  | { readonly kind: 'refused'; readonly why: string };

/** Gets a token from the target, or from who gives them for it, and puts it into requests. */
export interface SignInCodec {
  /** The credentials that are tokens of this sign-in, each one of its own. */
  readonly credentials: readonly CredentialName[];
  /** The request that asks for a token, whole: it carries secrets, and is never recorded. */
  request(): HttpRequest;
  read(answer: Answer): SignedIn;
  /** A request that has its address, with the token. */
  signed(request: HttpRequest, token: string): HttpRequest;
}

/**
 * A contract plus the codec for it. It never opens a socket and never waits: the harness owns the wire, so every
 * adapter gets every fault and the evidence for nothing.
 */
export interface Adapter {
  readonly contract: Contract;
  /** What the target offers; a need that is not among these leaves a requirement not exercised. */
  readonly offers: readonly Need[];
  /** Base address without credential, for the report. */
  readonly origin: string;
  /** Values that must never be written anywhere. */
  readonly secrets: readonly string[];
  /** The sample payload for these facts; `n` counts the actions of a run. */
  payload(facts: { readonly key: string; readonly marker: string; readonly n: number }): Json;
  /** The request as it goes out: address and credential added. */
  address(request: PreparedRequest, credential: CredentialName): HttpRequest;
  /** How a token is got, where credentials are not fixed; null where they are. */
  readonly signIn: SignInCodec | null;
  readonly create: CreateCodec;
  /** Another operation that takes the same kind of key. */
  readonly second: CreateCodec | null;
  /** What asks after accepted actions; null where nothing is accepted, or nobody says where to ask. */
  readonly poll: PollCodec | null;
  readonly lookUp: LookUpCodec | null;
  readonly observe: ObserveCodec | null;
  readonly fetch: FetchCodec | null;
  readonly update: UpdateCodec | null;
  readonly remove: DeleteCodec | null;
}
