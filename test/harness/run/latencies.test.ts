import { expect, test } from 'vitest';
import { quantilesOf } from '../../../src/harness/model/quantiles.js';
import { latenciesOf } from '../../../src/harness/run/latencies.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';

test('tells quantiles as exactly as three digits can, of short times and of long ones', () => {
  const random = seededRandom(4);
  const times = Array.from({ length: 5_000 }, () => 10 ** (random.next() * 6 - 2));
  const exact = quantilesOf(times);
  const { count, quantiles } = latenciesOf(times);
  expect(count).toBe(5_000);
  for (const name of ['p50', 'p95', 'p99', 'max'] as const) {
    expect(Math.abs(quantiles[name] / exact[name] - 1), name).toBeLessThan(0.01);
  }
});

test('whole times stay whole', () => {
  expect(latenciesOf([1, 2, 3, 1_000]).quantiles).toEqual({ p50: 2, p95: 1_000, p99: 1_000, max: 1_000 });
});

test('has a curve that ascends, as long as the times are many, and bounded', () => {
  expect(latenciesOf([3, 1, 2]).values).toEqual([1, 2, 3]);
  const { values } = latenciesOf(Array.from({ length: 10_000 }, (_, n) => n / 10));
  expect(values).toHaveLength(120);
  expect(values).toEqual(values.toSorted((one, other) => one - other));
  expect(values.at(-1)).toBe(1_000);
});

test('of no times is nothing', () => {
  expect(latenciesOf([])).toEqual({ count: 0, quantiles: { p50: 0, p95: 0, p99: 0, max: 0 }, values: [] });
});

test('a time beyond an hour counts as one', () => {
  expect(latenciesOf([9_999_999]).quantiles.max).toBe(3_600_000);
});
