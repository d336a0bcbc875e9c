import { build } from 'hdr-histogram-js';
import type { Distribution } from '../model/distribution.js';

/** An hour; what takes longer counts as that, and is told by the maximum alone. */
const longestUs = 3_600_000_000;
const places = [0, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99] as const;

/** The distribution of lengths in milliseconds, kept in microseconds to three digits; all zero where there are none. */
export function distributionOf(lengthsMs: readonly number[]): Distribution {
  const histogram = build({
    bitBucketSize: 32,
    autoResize: false,
    lowestDiscernibleValue: 1,
    highestTrackableValue: longestUs,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });
  let max = 0;
  for (const ms of lengthsMs) {
    histogram.recordValue(Math.min(longestUs, Math.max(0, Math.round(ms * 1_000))));
    max = Math.max(max, ms);
  }
  // A bucket is told by its upper end, which may lie above all that was recorded.
  const at = (percentile: number): number =>
    Math.min(max, histogram.getValueAtPercentile(percentile) / 1_000);
  const count = lengthsMs.length;
  // A place above which not one length lies would only repeat the maximum.
  const borne = places.filter((percentile) => (count * (100 - percentile)) / 100 >= 1);
  const curve = borne.map((percentile) => ({ percentile, ms: at(percentile) }));
  const named = { p50: at(50), p90: at(90), p99: at(99), p999: at(99.9) };
  return { count, ...named, max, curve: count === 0 ? [] : [...curve, { percentile: 100, ms: max }] };
}
