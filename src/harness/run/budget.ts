import type { Purpose } from '../model/exchange.js';
import type { WireEffect } from '../model/exchange.js';

/** Counts what a whole run has used; shared by its scenarios, so that budgets hold globally. */
export interface Budget {
  exchanges: number;
  creates: number;
  /** Milliseconds that were waited because the receiver throttled the kit. */
  waitedMs: number;
  readonly mostCreates: number;
}

/** Thrown when a limit of the run is reached; the runner writes it into the history and ends the scenario. */
export class LimitReached extends Error {
  readonly limit: string;
  readonly most: number;

  constructor(limit: string, most: number) {
    super(`The limit of ${most} ${limit} is reached.`);
    this.limit = limit;
    this.most = most;
  }
}

/** Counts an exchange before it is made; throws `LimitReached` where it could make more creates than are left. */
export function spend(
  budget: Budget,
  exchange: { readonly purpose: Purpose; readonly effects?: readonly WireEffect[] },
): void {
  const creates = createsBy(exchange);
  if (creates > 0 && budget.creates + creates > budget.mostCreates) {
    throw new LimitReached('creates', budget.mostCreates);
  }
  budget.creates += creates;
  budget.exchanges += 1;
}

/** How many creates a receiver may get from one exchange: a middlebox that doubles it makes two of one. */
function createsBy({ purpose, effects = [] }: Parameters<typeof spend>[1]): number {
  if (purpose !== 'create' && purpose !== 'second') return 0;
  return effects.some(({ kind }) => kind === 'double') ? 2 : 1;
}
