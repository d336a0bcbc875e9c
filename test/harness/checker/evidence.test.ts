import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHistory } from '../../../src/harness/checker/check-history.js';
import { forgotten, type KeyRules, type Operation } from '../../../src/harness/checker/operation.js';
import { randomHistory } from './random-histories.js';
import { isExplainable } from './search.js';
import { afterStep, freeFromMs, untouchedKey, type KeyState } from './specification.js';

const numRuns = 5_000;

/** The history in which only these were heard. */
function hearing(heard: readonly Operation[], all: readonly Operation[]): readonly Operation[] {
  return all.flatMap((each) => (heard.includes(each) ? each : (forgotten(each) ?? [])));
}

function isWholeOrder(operations: readonly Operation[], rules: KeyRules): boolean {
  const checked = checkHistory(operations, rules);
  if (checked.kind !== 'explained') throw new Error('Only an explained history has an order.');
  const steps = checked.order('K');
  const freeMs = freeFromMs(operations, rules);
  let state: KeyState | null = untouchedKey;
  for (const step of steps) state = state === null ? null : afterStep(state, step, rules, freeMs);
  const stepsOf = (operation: Operation): number =>
    steps.filter((step) => step.operation === operation).length;
  const isMissed = operations.some((operation) => {
    const { heard } = operation;
    if (heard.kind === 'unknown' || heard.kind === 'nothing') return false;
    const expected = heard.kind === 'seen' ? heard.ids.length + (heard.all ? 1 : 0) : 1;
    return stepsOf(operation) < expected;
  });
  return state !== null && !isMissed;
}

describe('what the checker shows', () => {
  it('is, for a history that it explains, an order that the specification takes, with all that was heard in it', () => {
    let orders = 0;
    fc.assert(
      fc.property(randomHistory, ({ operations, rules }) => {
        if (checkHistory(operations, rules).kind === 'contradicted') return;
        orders += 1;
        expect(isWholeOrder(operations, rules)).toBe(true);
      }),
      { numRuns, seed: 2 },
    );
    expect(orders).toBeGreaterThan(numRuns / 5);
  });

  it('is, for one that it contradicts, a set of answers that contradict each other, and none too many', () => {
    const sizes = new Map<number, number>();
    fc.assert(
      fc.property(randomHistory, ({ operations, rules }) => {
        const checked = checkHistory(operations, rules);
        if (checked.kind === 'explained') return;
        const [{ operations: smallest } = { operations: [] }] = checked.contradictions;
        sizes.set(smallest.length, (sizes.get(smallest.length) ?? 0) + 1);
        expect(isExplainable(hearing(smallest, operations), rules)).toBe(false);
        for (const left of smallest) {
          const rest = smallest.filter((each) => each !== left);
          expect(isExplainable(hearing(rest, operations), rules)).toBe(true);
        }
      }),
      { numRuns, seed: 3 },
    );
    expect(sizes.get(1)).toBeGreaterThan(50);
    expect(sizes.get(2)).toBeGreaterThan(500);
    expect(sizes.get(3)).toBeGreaterThan(50);
  });
});
