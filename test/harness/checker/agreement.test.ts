import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainKey } from '../../../src/harness/checker/explain-key.js';
import type { KeyRules, Operation } from '../../../src/harness/checker/operation.js';
import { soaking } from '../../support/soaking.js';
import { randomHistory } from './random-histories.js';
import { isExplainable } from './search.js';
import {
  barestShapes,
  everyHistory,
  everyRules,
  everyShape,
  plainShapes,
  type Shape,
} from './small-histories.js';

const longestMs = 3_600_000;
const fewRules = everyRules.filter(
  ({ otherContent, windowMs }) => otherContent === 'refused' && windowMs !== 2,
);

interface Counted {
  explained: number;
  contradicted: number;
}

/** Throws where the checker and the search differ. */
function compare(operations: readonly Operation[], rules: KeyRules, counted: Counted): void {
  const explained = explainKey(operations, rules) !== null;
  if (explained !== isExplainable(operations, rules)) {
    const lines = operations.map((operation) => JSON.stringify(operation));
    const said = explained ? 'explained' : 'contradicted';
    throw new Error(`The checker says ${said} under ${JSON.stringify(rules)}:\n${lines.join('\n')}`);
  }
  counted[explained ? 'explained' : 'contradicted'] += 1;
}

function compareAll(shapes: readonly Shape[], count: number, rulesToTry: readonly KeyRules[]): Counted {
  const counted = { explained: 0, contradicted: 0 };
  for (const rules of rulesToTry) {
    for (const operations of everyHistory(shapes, count)) compare(operations, rules, counted);
  }
  return counted;
}

describe('the checker and a search through all orders', () => {
  it.each([
    { what: 'every answer and look', count: 1, shapes: everyShape, rules: everyRules },
    { what: 'every answer and look', count: 2, shapes: everyShape, rules: everyRules },
    { what: 'every answer and look', count: 3, shapes: everyShape, rules: soaking ? everyRules : fewRules },
    {
      what: 'answers that differ most',
      count: 4,
      shapes: soaking ? plainShapes : barestShapes,
      rules: fewRules,
    },
  ])('agree on every history of $count, with $what', { timeout: longestMs }, ({ shapes, count, rules }) => {
    const { explained, contradicted } = compareAll(shapes, count, rules);
    const all = explained + contradicted;
    expect(explained / all).toBeGreaterThan(0.1);
    expect(contradicted / all).toBeGreaterThan(0.1);
  });

  it.runIf(soaking)('agree on every history of 5', { timeout: longestMs }, () => {
    const { explained, contradicted } = compareAll(barestShapes, 5, fewRules);
    expect(explained).toBeGreaterThan(1_000_000);
    expect(contradicted).toBeGreaterThan(1_000_000);
  });

  it('agree on random histories of up to 9', { timeout: longestMs }, () => {
    const counted = { explained: 0, contradicted: 0 };
    const numRuns = soaking ? 200_000 : 10_000;
    fc.assert(
      fc.property(randomHistory, ({ operations, rules }) => compare(operations, rules, counted)),
      { numRuns, seed: 1 },
    );
    expect(counted.explained).toBeGreaterThan(numRuns / 5);
    expect(counted.contradicted).toBeGreaterThan(numRuns / 5);
  });
});
