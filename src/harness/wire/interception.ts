import { setupServer } from 'msw/node';
import type { Clock } from '../model/clock.js';
import type { Answer } from '../model/exchange.js';
import { JourneyHandler } from './journey-handler.js';
import type { Journey } from './journey.js';

/** MSW keeps about 10 kB of every `fetch` that rejected, until it stops listening; this bounds how many. */
const mostLeftBehind = 1_000;

/** MSW listening to the global `fetch`. */
export interface Interception {
  /** Tells that an exchange is over; after `lost` its `fetch` may have rejected. */
  ended(ending: Answer['kind']): void;
  /** Puts the global `fetch` back. */
  close(): void;
}

/** Begins to intercept the exchanges that are under way, and nothing else. */
export function interceptJourneys(journeys: ReadonlyMap<string, Journey>, clock: Clock): Interception {
  const server = setupServer(new JourneyHandler(journeys, clock));
  const listen = (): void => server.listen({ onUnhandledRequest: 'bypass' });
  let leftBehind = 0;
  let closed = false;
  listen();
  return {
    ended(ending) {
      if (ending === 'lost') leftBehind += 1;
      if (closed || leftBehind < mostLeftBehind || journeys.size > 0) return;
      leftBehind = 0;
      server.close();
      listen();
    },
    close() {
      closed = true;
      server.close();
    },
  };
}
