import type { LoadDistribution } from '../../src/harness/model/distribution.js';

/** Times of a load whose curve goes through the places that have a name, as far as the count bears them. */
export function loadTimes(
  sent: LoadDistribution['sent'],
  time: LoadDistribution['time'],
  count: number,
  [p50, p90, p99, p999, max]: readonly [number, number, number, number, number],
): LoadDistribution {
  const places = [
    { percentile: 50, ms: p50 },
    { percentile: 90, ms: p90 },
    { percentile: 99, ms: p99 },
    { percentile: 99.9, ms: p999 },
  ];
  const borne = places.filter(({ percentile }) => count * (100 - percentile) >= 100);
  return { sent, time, count, p50, p90, p99, p999, max, curve: [...borne, { percentile: 100, ms: max }] };
}
