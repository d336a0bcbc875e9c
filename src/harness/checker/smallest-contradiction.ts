import { explainKey } from './explain-key.js';
import { forgotten, type KeyRules, type Operation } from './operation.js';

/**
 * Of a key that cannot be explained, operations that cannot be explained by themselves, whatever came of all others:
 * those are taken for unknown, so that any of them may have made a record. Without one of these, the rest can.
 *
 * Halves are searched while the other half is held (after Junker's QuickXplain, AAAI 2004), so that few of many
 * operations are found in few looks at all of them.
 */
export function smallestContradiction(
  operations: readonly Operation[],
  rules: KeyRules,
): readonly Operation[] {
  const unheard = operations.map((operation) => forgotten(operation));
  const isHeard = new Uint8Array(operations.length);
  const contradicts = (held: readonly number[]): boolean => {
    isHeard.fill(0);
    for (const place of held) isHeard[place] = 1;
    const taken: Operation[] = [];
    for (const [place, operation] of operations.entries()) {
      const left = isHeard[place] === 1 ? operation : unheard[place];
      if (left !== undefined && left !== null) taken.push(left);
    }
    return explainKey(taken, rules) === null;
  };
  const all = operations.flatMap(({ heard }, place) =>
    heard.kind === 'unknown' || heard.kind === 'nothing' ? [] : [place],
  );
  const found = needed(all, [], false, contradicts);
  return found.toSorted((one, other) => one - other).flatMap((place) => operations[place] ?? []);
}

/** Which of the candidates are needed, beside those held, for a contradiction. */
function needed(
  candidates: readonly number[],
  held: readonly number[],
  isHeldAnew: boolean,
  contradicts: (held: readonly number[]) => boolean,
): readonly number[] {
  if (isHeldAnew && contradicts(held)) return [];
  if (candidates.length < 2) return candidates;
  const half = candidates.length >>> 1;
  const early = candidates.slice(0, half);
  const late = candidates.slice(half);
  const ofLate = needed(late, [...held, ...early], true, contradicts);
  const ofEarly = needed(early, [...held, ...ofLate], ofLate.length > 0, contradicts);
  return [...ofEarly, ...ofLate];
}
