import { RequestHandler } from 'msw';
import type { Clock } from '../model/clock.js';
import { correlationHeader } from './correlation.js';
import type { Journey } from './journey.js';
import { isLost } from './loss.js';
import { sufferEffects } from './suffer-effects.js';

/**
 * MSW's handler for exchanges that are under way; it leaves every other request alone. It stands in place of
 * `http.all`, whose cookie jar could change what is sent, and whose cloning and matching take a third longer.
 */
export class JourneyHandler extends RequestHandler {
  readonly #journeys: ReadonlyMap<string, Journey>;
  readonly #clock: Clock;

  constructor(journeys: ReadonlyMap<string, Journey>, clock: Clock) {
    super({ info: { header: correlationHeader }, resolver: () => undefined });
    this.#journeys = journeys;
    this.#clock = clock;
  }

  override async run(args: { request: Request; requestId: string }): ReturnType<RequestHandler['run']> {
    const id = args.request.headers.get(correlationHeader);
    const journey = id === null ? undefined : this.#journeys.get(id);
    // A receiver in process may send the header on with requests of its own: the first is the exchange.
    if (!journey || journey.intercepted) return null;
    journey.intercepted = true;
    const response = await this.#responseTo(journey, args.request);
    return { handler: this, ...args, ...(response ? { response } : {}) };
  }

  async #responseTo(journey: Journey, request: Request): Promise<Response | undefined> {
    try {
      const seen = await sufferEffects(journey, request, this.#clock);
      // MSW has let go of an aborted request and would object to an answer.
      if (journey.signal.aborted || seen === undefined) return undefined;
      if (!isLost(seen)) return seen;
      journey.loss = seen;
    } catch (error) {
      journey.fault = error;
    }
    return Response.error();
  }

  override predicate(): boolean {
    return true;
  }

  override log(): void {}
}
