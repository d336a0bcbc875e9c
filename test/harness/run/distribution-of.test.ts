import { describe, expect, it } from 'vitest';
import { distributionOf } from '../../../src/harness/run/distribution-of.js';

describe('a distribution', () => {
  it('tells shares to three digits, and the maximum as it was', () => {
    const told = distributionOf(Array.from({ length: 10_000 }, (_, place) => (place + 1) / 10));
    const within = (found: number, ms: number): void => {
      expect(Math.abs(found - ms) / ms).toBeLessThan(0.001);
    };
    within(told.p50, 500);
    within(told.p90, 900);
    within(told.p99, 990);
    within(told.p999, 999);
    expect(told).toMatchObject({ count: 10_000, max: 1_000 });
    expect(told.curve.at(-1)).toEqual({ percentile: 100, ms: 1_000 });
    expect(told.curve.map(({ percentile }) => percentile)).toContain(99.9);
  });

  it('has no place that its count does not bear, and nothing of nothing', () => {
    expect(distributionOf([1, 2, 3, 4]).curve.map(({ percentile }) => percentile)).toEqual([
      0, 25, 50, 75, 100,
    ]);
    const none = { count: 0, p50: 0, p90: 0, p99: 0, p999: 0, max: 0, curve: [] };
    expect(distributionOf([])).toEqual(none);
  });

  it('keeps what is below a millisecond, and tells by the maximum what outlasts an hour', () => {
    expect(distributionOf([0.25, 0.25, 0.25]).p50).toBeCloseTo(0.25, 3);
    const long = distributionOf([5, 7_200_000]);
    expect(long.max).toBe(7_200_000);
    expect(long.p999).toBeGreaterThanOrEqual(3_599_000);
  });
});
