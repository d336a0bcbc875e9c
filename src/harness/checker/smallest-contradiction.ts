import { explainKey } from './explain-key.js';
import { forgotten, type KeyRules, type Operation } from './operation.js';

/**
 * Of a key that cannot be explained, operations that cannot be explained by themselves, whatever came of all others:
 * those are taken for unknown, so that any of them may have made a record. Without one of these, the rest can.
 *
 * The last of them is the one by which the history, as it was heard, first contradicts itself; the one before is the
 * first that contradicts it together with that one, and so on: each is found by halving.
 */
export function smallestContradiction(
  operations: readonly Operation[],
  rules: KeyRules,
): readonly Operation[] {
  const asHeard = operations
    .filter(({ heard }) => heard.kind !== 'unknown' && heard.kind !== 'nothing')
    .toSorted((one, other) => (one.end ?? 0) - (other.end ?? 0));
  const unheard = firstUnheard(operations);
  const contradicts = (heard: readonly Operation[]): boolean =>
    explainKey([...heard, ...unheard(heard)], rules) === null;
  const found: Operation[] = [];
  for (let most = asHeard.length; most > 0 && !contradicts(found);) {
    const enough = leastThat((count) => contradicts([...asHeard.slice(0, count), ...found]), most);
    found.unshift(...asHeard.slice(enough - 1, enough));
    most = enough - 1;
  }
  return operations.filter((operation) => found.includes(operation));
}

/** The least number, up to the most, of which something is true that is true of all greater ones too. */
function leastThat(isTrueOf: (count: number) => boolean, most: number): number {
  let low = 1;
  let high = most;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrueOf(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Of the creates of each content but those given, the first, as if nothing had been heard of it. It may have made all
 * that later ones may have made, so that these need not be looked at.
 */
function firstUnheard(
  operations: readonly Operation[],
): (heard: readonly Operation[]) => readonly Operation[] {
  const byContent = new Map<string | null, Operation[]>();
  for (const operation of operations.toSorted((one, other) => one.begin - other.begin)) {
    if (operation.content === null || operation.heard.kind === 'nothing') continue;
    const ofContent = byContent.get(operation.content);
    if (ofContent === undefined) byContent.set(operation.content, [operation]);
    else ofContent.push(operation);
  }
  return (heard) => {
    const held = new Set(heard);
    return [...byContent.values()].flatMap((creates) => {
      const first = creates.find((create) => !held.has(create));
      return first === undefined ? [] : (forgotten(first) ?? []);
    });
  };
}
