import type { Json } from '../store/records.js';

/** A request as it is to be recognised: texts with holes such as `{{key}}`, `{{marker}}` or `{{id}}`. */
export interface RequestForm {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | null;
  readonly contentType: string;
}

/** An answer as it is to look: `{{id}}`, `{{version}}`, `{{job}}` and the waits are put in, the record is laid in at a pointer. */
export interface AnswerForm {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body, a text as it stands, or null for none. */
  readonly body: Json | null;
  /** Where in the body the record's members go; null for an answer that does not show it. */
  readonly recordAt: string | null;
}

/** Somebody who may ask: what each request carries that is made with this credential. */
export interface DialectCaller {
  readonly tenant: string;
  readonly credential: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Where a key is carried, how it is spelled there, and which keys are good. */
export interface DialectKey {
  /** `hole`: the key stands in the path or in a text of the request, where the form has `{{key}}`. */
  readonly in: 'header' | 'body' | 'query' | 'hole' | 'none';
  /** Header or parameter name, or a pointer into the body. */
  readonly name: string;
  readonly encode: 'raw' | 'sf-string' | 'odata' | 'percent';
  /** The longest key in characters; null for no limit. */
  readonly max: number | null;
  /** A pattern that every good key matches; null for any. */
  readonly chars: string | null;
}

/** Every answer to a create, by what it says. */
export interface DialectAnswers {
  readonly created: AnswerForm;
  readonly replayed: AnswerForm;
  readonly updated: AnswerForm;
  readonly exists: AnswerForm;
  readonly mismatch: AnswerForm;
  readonly inFlight: AnswerForm;
  readonly keyRefused: AnswerForm;
  readonly expired: AnswerForm;
  readonly throttled: AnswerForm;
  readonly rejected: AnswerForm;
  readonly unauthorised: AnswerForm;
}

/** How a create is done later: what accepts it, and what is told of its job. */
export interface DialectJobs {
  /** Accepts a create; `{{job}}` is the id of its job. */
  readonly accepted: AnswerForm;
  /** Asks after the job whose id is in the hole `{{id}}`; null where nobody says where to ask. */
  readonly request: RequestForm | null;
  readonly pending: AnswerForm;
  readonly finished: AnswerForm;
  readonly failed: AnswerForm;
  /** From the acceptance until the job is done, in milliseconds. */
  readonly workMs: number;
}

/** What the receiver does where dialects differ. */
export interface DialectConduct {
  /** How one action is told from another. */
  readonly mode: 'key' | 'upsert' | 'insert_only' | 'unguarded';
  /** What a repeat is told: the first answer again, one made anew, or that the record exists. */
  readonly replay: 'stored' | 'anew' | 'exists';
  readonly mismatch: 'reject' | 'replay' | 'update' | 'new-record';
  readonly inFlight: 'reject' | 'wait' | 'run';
  /** Whether a failure leaves the key free, is told again, or uses the key up. */
  readonly failures: 'release' | 'keep' | 'burn';
  readonly missingKey: 'reject' | 'run';
  readonly afterExpiry: 'new-record' | 'refuse';
  /** How long a key is kept after its create, in milliseconds; null for as long as its record. */
  readonly retentionMs: number | null;
  /** What a key is told apart by beside its tenant. */
  readonly scope: { readonly credential: boolean; readonly operation: boolean };
}

/** The business member on which a dialect de-duplicates beside its key, and what it does then. */
export interface DialectIntent {
  /** The pointer to the member in the body of a create. */
  readonly pointer: string;
  /** Another key, the same intent and content. */
  readonly repeat: 'same-record' | 'reject';
  /** Another key, the same intent, other content. */
  readonly differs: 'reject' | 'same-record' | 'update';
}

/** How a record shows itself: which members of what was sent are seen where. */
export interface DialectView {
  /** Pairs of pointers, into what was sent and into the record; none shows all that was sent. */
  readonly members: readonly { readonly sent: string; readonly read: string }[];
  /** Where the marker must be seen, and in what text; null where the members show it or nobody looks. */
  readonly marker: { readonly read: string; readonly text: string } | null;
  /** Where the version is seen; null where there is none. */
  readonly version: string | null;
}

/** A list of records by marker, page by page. */
export interface DialectList {
  readonly request: RequestForm;
  readonly items: string;
  readonly itemId: string;
  readonly count: string | null;
  /** Where the next page is named; `parameter` takes a cursor, without one an address is given. */
  readonly next: { readonly json: string; readonly parameter: string | null } | null;
  readonly limit: number;
}

/** A read of one record. */
export interface DialectRead {
  readonly request: RequestForm;
  readonly found: AnswerForm;
  readonly absent: AnswerForm;
}

/** A look-up whose answer is a list of one or none. */
export interface DialectListRead {
  readonly request: RequestForm;
  readonly items: string;
  readonly itemId: string;
}

/** A change of one member. */
export interface DialectUpdate {
  readonly request: RequestForm;
  /** The pointer to the member in the record. */
  readonly member: string;
  readonly done: AnswerForm;
  readonly refused: AnswerForm;
}

/** How another receiver speaks and acts, as plain data made from its contract. */
export interface Dialect {
  readonly name: string;
  readonly callers: readonly DialectCaller[];
  readonly creates: readonly RequestForm[];
  readonly key: DialectKey;
  readonly conduct: DialectConduct;
  /** The second boundary; null where only keys count. */
  readonly intent: DialectIntent | null;
  readonly answers: DialectAnswers;
  /** How creates are done that answers only accept; null where they are done at once. */
  readonly jobs: DialectJobs | null;
  readonly view: DialectView;
  /** Whether ids are made of letters and digits, or of digits alone. */
  readonly ids: 'letters' | 'digits';
  /** A member that makes a create invalid: with this value, or (without one) by its absence. */
  readonly invalid: { readonly pointer: string; readonly value: Json | undefined } | null;
  readonly observe: DialectList | null;
  readonly lookUp: DialectRead | DialectListRead | null;
  readonly fetch: DialectRead | null;
  readonly update: DialectUpdate | null;
  readonly remove: {
    readonly request: RequestForm;
    readonly gone: AnswerForm;
    readonly absent: AnswerForm;
  } | null;
}
