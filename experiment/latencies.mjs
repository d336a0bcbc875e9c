import * as hdr from 'hdr-histogram-js';

/** Where a curve of latencies is read, in percent. */
const percentiles = [1, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 92.5, 95, 96, 97, 98, 99, 99.5, 99.9, 100];
const mostUs = 600_000_000;

/** How times in milliseconds lie, as an HdrHistogram of microseconds with three digits has them; zero where there are none. */
export function latenciesOf(times) {
  return quantilesIn(histogramOf(times));
}

/** The same, with how many there are and the whole curve, as pairs of a percentile and its milliseconds. */
export function latencyCurveOf(times) {
  const histogram = histogramOf(times);
  const curve = percentiles.map((percentile) => [percentile, within(histogram, percentile)]);
  return { count: times.length, ...quantilesIn(histogram), curve };
}

function histogramOf(times) {
  const histogram = hdr.build({ highestTrackableValue: mostUs, numberOfSignificantValueDigits: 3 });
  for (const ms of times) histogram.recordValue(Math.min(mostUs, Math.round(ms * 1000)));
  return histogram;
}

function quantilesIn(histogram) {
  const [p50, p95, p99, max] = [50, 95, 99, 100].map((percentile) => within(histogram, percentile));
  return { p50, p95, p99, max };
}

function within(histogram, percentile) {
  return histogram.getValueAtPercentile(percentile) / 1000;
}
