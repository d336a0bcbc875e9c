import type { Clock } from '../model/clock.js';
import { systemClock } from '../run/system-clock.js';
import { HungExchange, TimeLimitPassed } from './loss.js';

/** Real milliseconds after which an exchange under virtual time is given up: nobody moves that time. */
const hungAfterMs = 30_000;

/** The bounds of one exchange. */
export interface TimeLimit {
  /** Aborts with `TimeLimitPassed` once the sender waits no longer. */
  readonly signal: AbortSignal;
  /** Ends the exchange at once. */
  abandon(reason: Error): void;
}

/** Does the work of one exchange under the sender's time limit, in milliseconds on the clock. */
export async function withTimeLimit<Result>(
  clock: Clock,
  timeoutMs: number,
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abandon = (reason: Error): void => controller.abort(reason);
  const disarm = clock.at(timeoutMs, () => abandon(new TimeLimitPassed(timeoutMs)));
  const callOff =
    clock.kind === 'virtual'
      ? systemClock.at(hungAfterMs, () => abandon(new HungExchange(hungAfterMs)))
      : undefined;
  try {
    return await work({ signal: controller.signal, abandon });
  } finally {
    disarm();
    callOff?.();
  }
}
