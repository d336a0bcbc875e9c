/** The bounds of one proxy; each one reached is told in the journal or the counts. */
export interface ProxyLimits {
  /** Connections of senders at once; more are closed as they come. */
  readonly connections: number;
  /** Bytes of a head, and of a trailer. */
  readonly headBytes: number;
  /** Bytes that one exchange may hold, of its request and of its answer each. */
  readonly heldBytes: number;
  /** Bytes that all exchanges together may hold. */
  readonly heldBytesInAll: number;
  /** Effects that wait for their exchange. */
  readonly armed: number;
  /** Requests held back for later at once. */
  readonly heldRequests: number;
  /** Until the target takes a connection. */
  readonly connectMs: number;
  /** From a request's first byte to its end and the answer's end. */
  readonly exchangeMs: number;
  /** That a connection may stay idle between exchanges. */
  readonly idleMs: number;
}

/** Wide enough for every receiver we know, and never without an end. */
export const standardLimits: ProxyLimits = {
  connections: 512,
  headBytes: 65_536,
  heldBytes: 4 * 1024 * 1024 + 65_536,
  heldBytesInAll: 64 * 1024 * 1024,
  armed: 10_000,
  heldRequests: 100,
  connectMs: 10_000,
  exchangeMs: 600_000,
  idleMs: 600_000,
};
