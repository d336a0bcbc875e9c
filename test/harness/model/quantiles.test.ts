import { expect, test } from 'vitest';
import { quantilesOf } from '../../../src/harness/model/quantiles.js';

test('are values that occurred, whatever their order', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(quantilesOf(hundred)).toEqual({ p50: 50, p95: 95, p99: 99, max: 100 });
});

test('of few values are the larger ones', () => {
  expect(quantilesOf([3, 1])).toEqual({ p50: 1, p95: 3, p99: 3, max: 3 });
  expect(quantilesOf([7])).toEqual({ p50: 7, p95: 7, p99: 7, max: 7 });
});

test('of nothing are zero', () => {
  expect(quantilesOf([])).toEqual({ p50: 0, p95: 0, p99: 0, max: 0 });
});
