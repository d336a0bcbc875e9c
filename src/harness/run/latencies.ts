import { build } from 'hdr-histogram-js';
import type { Latencies } from '../model/quantiles.js';

const mostUs = 3_600_000_000;
/** What a histogram keeps of a value, and so what is told of it. */
const digits = 3;
/** Places along a curve. */
const places = 120;

/**
 * How times in milliseconds lie, by an HdrHistogram of microseconds with three significant digits: as exact for the slowest of a
 * thousand as for the others, and of one size however many they are. Times of more than an hour count as one.
 */
export function latenciesOf(times: readonly number[]): Latencies {
  const histogram = build({ highestTrackableValue: mostUs, numberOfSignificantValueDigits: digits });
  for (const ms of times) histogram.recordValue(Math.min(mostUs, Math.round(ms * 1_000)));
  const within = (percent: number): number =>
    Number((histogram.getValueAtPercentile(percent) / 1_000).toPrecision(digits));
  const length = Math.min(places, times.length);
  return {
    count: times.length,
    quantiles: { p50: within(50), p95: within(95), p99: within(99), max: within(100) },
    values: Array.from({ length }, (_, place) => within(((place + 1) * 100) / length)),
  };
}
