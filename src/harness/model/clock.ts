/** Where time comes from. Everything that waits or stamps takes one of these as an argument. */
export interface Clock {
  /** `virtual` time moves only when somebody sleeps; `real` time moves by itself. */
  readonly kind: 'virtual' | 'real';
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves once `ms` milliseconds have passed on this clock; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `callback` once `ms` milliseconds have passed; the returned function takes that back. */
  at(ms: number, callback: () => void): () => void;
}
