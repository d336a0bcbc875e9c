/** A request that is held until later ones have arrived. */
export interface HeldRequest {
  readonly ordinal: number;
  /** The correlation id, or null. */
  readonly exchange: string | null;
  /** Lets it arrive. */
  release(): void;
  /** Gives it up: it will never arrive. */
  abandon(): void;
}

/** The requests that are held for later. */
export class HeldRequests {
  readonly #most: number;
  readonly #waiting = new Map<HeldRequest, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Holds a request until so many later exchanges have arrived; false when there are too many held. */
  hold(request: HeldRequest, later: number): boolean {
    if (this.#waiting.size >= this.#most) return false;
    this.#waiting.set(request, later);
    return true;
  }

  drop(request: HeldRequest): void {
    this.#waiting.delete(request);
  }

  /** An exchange has arrived and is over: requests that waited for it go on. */
  arrived(ordinal: number): void {
    for (const [request, later] of this.#waiting) {
      if (request.ordinal >= ordinal) continue;
      if (later > 1) this.#waiting.set(request, later - 1);
      else this.#let(request);
    }
  }

  /** Lets one request arrive now; false if it is not held. */
  release(exchange: string | number): boolean {
    for (const request of this.#waiting.keys()) {
      if (request.exchange !== exchange && request.ordinal !== exchange) continue;
      this.#let(request);
      return true;
    }
    return false;
  }

  /** Gives up whatever is held. */
  close(): void {
    const left = [...this.#waiting.keys()];
    this.#waiting.clear();
    for (const request of left) request.abandon();
  }

  #let(request: HeldRequest): void {
    this.#waiting.delete(request);
    request.release();
  }
}
