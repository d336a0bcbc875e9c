import type { Json } from './json.js';
import type { OutcomeKind, RetryAdvice } from './outcome.js';

/** How the receiver tells one action from another. */
export type Mode = 'key' | 'upsert' | 'insert_only' | 'unguarded';

/** Where the key travels. */
export type KeyPlace = 'header' | 'body' | 'query' | 'path' | 'none';

/** What the owner claims about a replay, a clash, an overlap, a failure, a missing key and an expired one. */
export interface Claims {
  readonly replay: 'same_response' | 'same_id' | 'error_with_id' | 'error_only' | 'undocumented';
  readonly mismatch: 'reject' | 'replay_anyway' | 'update' | 'new_record' | 'undocumented';
  readonly in_flight: 'reject' | 'wait' | 'either' | 'may_duplicate' | 'undocumented';
  readonly failures: 'all' | 'non_5xx' | '2xx_only' | 're_execute' | 'burnt' | 'undocumented';
  readonly missing_key: 'reject' | 'unguarded' | 'undocumented';
  readonly after_expiry: 'new_record' | 'refuse' | 'replay' | 'undocumented';
}

/** The names of these claims, in the order of an adapter file. */
export const claimNames = [
  'replay',
  'mismatch',
  'in_flight',
  'failures',
  'missing_key',
  'after_expiry',
] as const satisfies readonly (keyof Claims)[];

/** The name of a claim. */
export type ClaimName = keyof Claims | 'consistency' | 'retention' | 'intent: repeat' | 'intent: differs';

/** The business member on which the receiver de-duplicates beside the key, as its owner claims. */
export interface Intent {
  /** The pointer to it in the payload. */
  readonly field: string;
  /** True where the sample payload has the member, so that every action carries an intent; else only few do. */
  readonly carried: boolean;
  /** Another key, the same intent and content. */
  readonly repeat: 'same_record' | 'reject' | 'undocumented';
  /** Another key, the same intent, other content. */
  readonly differs: 'reject' | 'same_record' | 'update' | 'undocumented';
}

/** A change of a payload: the member that the pointer names gets the value; without one it is removed. */
export interface Edit {
  readonly pointer: string;
  readonly value?: Json;
}

/** Where payload members of a certain nature are, so that probes can vary them; a role that is absent is not probed. */
export interface FieldRoles {
  /** One line of text, and the most characters that it may have. */
  readonly text?: { readonly pointer: string; readonly max: number };
  /** Text of several lines, and the most characters that it may have. */
  readonly long_text?: { readonly pointer: string; readonly max: number };
  /** A text inside another member (`/details/city`), or an object whose members are free (`/details`). */
  readonly nested?: { readonly pointer: string };
  /** A list of texts. */
  readonly list?: { readonly pointer: string };
  readonly number?: { readonly pointer: string };
  readonly integer?: { readonly pointer: string };
  /** A member that may be null, and that may be left out. */
  readonly optional?: { readonly pointer: string };
}

/** The name of a field role. */
export type FieldRole = keyof FieldRoles;

/** What to do next, by outcome. */
export type RetryActions = Readonly<Partial<Record<OutcomeKind, RetryAdvice>>>;

/** What the receiver's owner claims, as the adapter file states it. Never what was observed. */
export interface Contract {
  readonly name: string;
  /** The version of the receiver, as its owner names it; absent where nobody says. */
  readonly version?: string;
  readonly mode: Mode;
  readonly key: {
    readonly in: KeyPlace;
    /** Header or parameter name, or body pointer; null for path and none. */
    readonly name: string | null;
    readonly make: string;
    /** Longest key in characters, or null where none is stated. */
    readonly max: number | null;
    /** A regular expression that every valid key matches, or null. */
    readonly chars: string | null;
  };
  readonly retention: {
    readonly kind: 'floor' | 'exact' | 'ceiling' | 'record' | 'none' | 'undocumented';
    /** The window in milliseconds, or null where none is stated. */
    readonly ms: number | null;
  };
  readonly scope: readonly string[] | 'undocumented';
  readonly claims: Claims;
  /** The second boundary, where there is one beside the key. */
  readonly intent?: Intent;
  readonly consistency: {
    readonly kind: 'immediate' | 'eventual';
    /** How long to wait before a count is final, and between two looks, in milliseconds. */
    readonly settleMs: number;
    readonly pollMs: number;
  };
  readonly fields: FieldRoles;
  /** Pairs of pointers that must read back equal: into the payload, and into the record as observed. */
  readonly kept: readonly { readonly sent: string; readonly read: string }[];
  /** The edit that makes another payload of the same action (P'), or null. */
  readonly vary: Edit | null;
  /** The edit that makes a payload which must be refused, or null. */
  readonly invalid: Edit | null;
  /** Requirements of level SHOULD or as-claimed that the owner holds itself to: they count as MUST here. */
  readonly promises: readonly string[];
  readonly limits: {
    readonly creates: number;
    readonly perSecond: number;
    readonly parallel: number;
    readonly timeoutMs: number;
    /** The load that the owner allows the target to be put under: so many new actions and replays; null for none. */
    readonly load: {
      readonly perSecond: number;
      readonly actions: number;
      readonly replays: number;
    } | null;
  };
  /** What the owner says to do after which outcome, where that is not what every sender does. */
  readonly retryActions?: RetryActions;
  /** The header by which an answer itself says what to do next, and what its values `true` and `false` mean. */
  readonly retrySignal?: {
    readonly header: string;
    readonly true: RetryAdvice;
    readonly false: RetryAdvice;
  };
  readonly sources: readonly string[];
  /** What is stated without a primary source, by its place in the file, such as `claims.replay`. */
  readonly unconfirmed?: readonly string[];
}
