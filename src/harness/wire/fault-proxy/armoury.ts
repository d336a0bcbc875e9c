import type { WireEffect } from '../../model/exchange.js';

const none: readonly WireEffect[] = [];

/** The effects that wait for their exchange, by correlation id or by ordinal. */
export class Armoury {
  readonly #most: number;
  readonly #onEvery: WireEffect[] = [];
  readonly #byId = new Map<string, readonly WireEffect[]>();
  readonly #byOrdinal = new Map<number, readonly WireEffect[]>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Throws where too many wait, or the exchange has effects already. */
  arm(exchange: string | number, effects: readonly WireEffect[]): void {
    if (this.#byId.size + this.#byOrdinal.size >= this.#most) {
      throw new Error(
        `Effects for more than ${this.#most} exchanges were to wait. Arm them nearer to their exchanges.`,
      );
    }
    if (typeof exchange === 'number')
      this.#byOrdinal.set(exchange, [...(this.#byOrdinal.get(exchange) ?? []), ...effects]);
    else if (this.#byId.has(exchange)) {
      throw new Error(`Exchange ${exchange} has effects already. Give each exchange an id of its own.`);
    } else this.#byId.set(exchange, effects);
  }

  /** Lets effects befall all exchanges. */
  armEvery(effects: readonly WireEffect[]): void {
    this.#onEvery.push(...effects);
  }

  disarm(exchange: string): void {
    this.#byId.delete(exchange);
  }

  /** Whether the exchange that begins could have effects, so that its id must be known first. */
  mayConcern(ordinal: number): boolean {
    return this.#byId.size > 0 || this.#onEvery.length > 0 || this.#byOrdinal.has(ordinal);
  }

  /** The effects of an exchange, which wait no longer. */
  take(ordinal: number, id: string | null): readonly WireEffect[] {
    const numbered = this.#byOrdinal.get(ordinal) ?? none;
    this.#byOrdinal.delete(ordinal);
    const named = id === null ? none : (this.#byId.get(id) ?? none);
    if (id !== null) this.#byId.delete(id);
    return [...this.#onEvery, ...numbered, ...named];
  }
}
