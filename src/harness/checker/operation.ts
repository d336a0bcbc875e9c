/**
 * What was heard of an operation. `record`: the key's record is there (its id, where the answer names it), made by this
 * very request (`now`), by another (`before`), or by either. `seen`: a look at the receiver, showing these records of
 * the key, and (`all`) no other. `nothing`: the request did nothing, and says nothing of the key.
 */
export type Heard =
  | { readonly kind: 'record'; readonly id: string | null; readonly made: 'now' | 'before' | 'either' }
  | { readonly kind: 'other-content' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'seen'; readonly ids: readonly string[]; readonly all: boolean };

/** A create under a key, or a look at what the receiver holds for it, as seen from outside: begun, ended, and heard. */
export interface Operation {
  readonly key: string;
  /** A name, equal for creates that the receiver has to take for the same; null for a look. */
  readonly content: string | null;
  /** Numbers of the events between which it took its effect, if it had one; `end` is null where nothing was heard. */
  readonly begin: number;
  readonly end: number | null;
  /** The times of those events, in milliseconds; they never fall while the numbers rise. */
  readonly beginMs: number;
  readonly endMs: number | null;
  readonly heard: Heard;
}

/** What a contract says of other content under a used key, and of how long a key is kept. */
export interface KeyRules {
  /** `refused`: told that the content differs. `taken`: replayed or written over, as if it were the same. */
  readonly otherContent: 'refused' | 'taken';
  /** Milliseconds for which a key is kept at least, and after which it may make another record; null: it never does. */
  readonly windowMs: number | null;
}

/** True for a create that may have made a record without anybody's being told: at any time, and any number of times. */
export function mayMakeUnheard({ heard }: Operation): boolean {
  return (
    heard.kind === 'unknown' || (heard.kind === 'record' && heard.id === null && heard.made !== 'before')
  );
}

/** The operation as if nobody had heard what came of it: null for a look, of which nothing is left. */
export function forgotten(operation: Operation): Operation | null {
  if (operation.content === null) return null;
  if (operation.heard.kind === 'nothing') return operation;
  return { ...operation, end: null, endMs: null, heard: { kind: 'unknown' } };
}
