import { fetchExchange } from './fetch-exchange.js';
import { fetchRequest } from './fetch-request.js';
import type { Receiver } from './journey.js';

/** The way to a receiver over the network, by a `fetch` that is not intercepted. */
export function farReceiver(unpatchedFetch: typeof fetch): Receiver {
  return {
    overNetwork: true,
    forward({ request, options, connection, signal }) {
      const init = fetchRequest(request, {
        id: options.id,
        fresh: connection.fresh,
        signal,
        dispatcher: connection.dispatcher(),
      });
      return fetchExchange(unpatchedFetch(request.url, init), signal);
    },
    async passOn(journey) {
      // What the sender sees of it tells more, unless a copy has arrived for certain.
      if (journey.delivered !== 'whole') journey.delivered = null;
      return undefined;
    },
  };
}
