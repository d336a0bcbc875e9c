/** How many lengths of time lie, in milliseconds: what that share of them did not exceed. */
export interface Distribution {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /** As many of its places as its count bears, in ascending order up to the 100th percentile. */
  readonly curve: readonly { readonly percentile: number; readonly ms: number }[];
}

/** One kind of time of one kind of request in a load. */
export interface LoadDistribution extends Distribution {
  /** What was sent: the first request of an action, or a replay of an earlier one. */
  readonly sent: 'new' | 'replayed';
  /** `service` is from a request's beginning to its end, `wait` from its time to its beginning. */
  readonly time: 'service' | 'wait';
}
