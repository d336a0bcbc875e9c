/** How values lie: the least value that half, 95 and 99 in a hundred of them do not exceed, and the largest. */
export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** The quantiles of some values; all zero where there are none. */
export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((one, other) => one - other);
  const within = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: within(0.5), p95: within(0.95), p99: within(0.99), max: within(1) };
}

/** The values in ascending order; of more than `most`, as many that lie evenly among them, first and last with them. */
export function thinnedOut(values: readonly number[], most = 120): readonly number[] {
  const sorted = values.toSorted((one, other) => one - other);
  if (sorted.length <= most) return sorted;
  return Array.from(
    { length: most },
    (_, place) => sorted[Math.round((place * (sorted.length - 1)) / (most - 1))] ?? 0,
  );
}
