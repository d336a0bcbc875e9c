import type { Contract } from '../../harness/model/contract.js';
import { acknowledgingKinds, type OutcomeKind } from '../../harness/model/outcome.js';
import { clashAnswers } from '../other-content.js';
import { firstAnswers, refusals } from '../steps.js';
import type { Content } from './contents.js';

/** What a receiver may hold of one key: a content by number, or nothing. */
export type Held = number | null;

/**
 * What is known of one key at one tenant: the states that are still possible. An outcome that leaves open what became of
 * a request widens the set; once `isLoose`, nothing more is expected of this key.
 */
export interface Knowledge {
  readonly possible: readonly Held[];
  readonly isLoose: boolean;
}

/** Nothing was sent yet. */
export const untouched: Knowledge = { possible: [null], isLoose: false };

/** Nothing is expected any more. */
export const loose: Knowledge = { possible: [null], isLoose: true };

/** True where nothing of the key can be there yet. */
export function isUntold({ possible, isLoose }: Knowledge): boolean {
  return !isLoose && possible.length === 1 && possible[0] === null;
}

/** What became of a request that carries a content, as far as the plan says: it arrived whole, not at all, or who knows. */
export type Arrival = 'whole' | 'none' | 'unknown';

/** What is known after such a request. */
export function told(
  known: Knowledge,
  contract: Contract,
  request: { readonly content: number; readonly mayBeRefused: boolean; readonly arrival: Arrival },
): Knowledge {
  const { content, mayBeRefused, arrival } = request;
  if (known.isLoose || arrival === 'none') return known;
  const clashes = known.possible.some((held) => held !== null && held !== content);
  if (clashes && changesOnClash(contract)) return loose;
  const after = known.possible.flatMap((held) => {
    if (held !== null) return [held];
    return mayBeRefused ? [null, content] : [content];
  });
  return { isLoose: false, possible: distinct(arrival === 'whole' ? after : [...known.possible, ...after]) };
}

/** What the answer to such a request may be, where it comes; undefined where anything may. */
export function answersTo(
  { possible, isLoose }: Knowledge,
  contract: Contract,
  content: number,
  { mayBeRefused }: Pick<Content, 'mayBeRefused'>,
): readonly OutcomeKind[] | undefined {
  if (isLoose) return undefined;
  const kinds = possible.flatMap((held) => {
    if (held === null) return [...firstAnswers(contract), ...(mayBeRefused ? refusals : [])];
    if (held === content) return acknowledgingKinds;
    return [...clashAnswers(contract), ...(mayBeRefused ? refusals : [])];
  });
  return distinct(kinds);
}

/** The numbers of records that there may be of this key, or undefined where any number may be. */
export function countsOf({ possible, isLoose }: Knowledge): readonly number[] | undefined {
  if (isLoose) return undefined;
  return [0, 1].filter((count) => possible.some((held) => (held === null ? 0 : 1) === count));
}

/** The one content that is held for certain, or null. */
export function certain({ possible, isLoose }: Knowledge): Held {
  return !isLoose && possible.length === 1 ? (possible[0] ?? null) : null;
}

/** True where other content under a used key is said to do anything but nothing. */
function changesOnClash({ claims }: Contract): boolean {
  return (
    claims.mismatch === 'update' || claims.mismatch === 'new_record' || claims.mismatch === 'undocumented'
  );
}

/** The items without repetition, in order. */
export function distinct<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}
