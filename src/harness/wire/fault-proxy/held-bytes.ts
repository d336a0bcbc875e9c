/** How many bytes all exchanges of a proxy hold together, against a bound. */
export class HeldBytes {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** True if so many more may be held; they are counted then. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}

/** Bytes of one message that are held, in the order in which they came. */
export class Store {
  readonly #shared: HeldBytes;
  readonly #most: number;
  #slices: Buffer[] = [];
  #bytes = 0;
  /** Whether there was more than may be held. */
  full = false;

  constructor(shared: HeldBytes, most: number) {
    this.#shared = shared;
    this.#most = most;
  }

  /** Holds the bytes in any case; false when no more should come. */
  put(slice: Buffer): boolean {
    const fits = this.#bytes + slice.length <= this.#most && this.#shared.take(slice.length);
    if (fits) {
      this.#bytes += slice.length;
    } else this.full = true;
    this.#slices.push(slice);
    return fits;
  }

  /** All that is held, which is let go. */
  empty(): readonly Buffer[] {
    const slices = this.#slices;
    this.#shared.give(this.#bytes);
    this.#bytes = 0;
    this.#slices = [];
    return slices;
  }

  /** All that is held, as one. */
  whole(): Buffer {
    const [first] = this.#slices;
    if (first !== undefined && this.#slices.length === 1) return first;
    const whole = Buffer.concat(this.#slices);
    this.#slices = [whole];
    return whole;
  }
}
