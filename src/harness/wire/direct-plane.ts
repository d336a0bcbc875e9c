import type { Dispatcher } from 'undici';
import type { Clock } from '../model/clock.js';
import type { ExchangeOptions, Wire } from '../model/exchange.js';
import { openConnections } from './connections.js';
import { fetchExchange } from './fetch-exchange.js';
import { fetchRequest } from './fetch-request.js';
import { withTimeLimit } from './time-limit.js';
import type { Route } from './route.js';
import { targetConnector } from './target-connector.js';

/**
 * Exchanges with nothing in between and no effects; a dispatcher handed in stays its owner's to close.
 */
export function openDirectPlane(
  options: Route & {
    clock: Clock;
    dispatcher?: Dispatcher | undefined;
  },
): Wire {
  const { clock } = options;
  const connections = openConnections(options.dispatcher, targetConnector(options));
  return {
    plane: 'direct',
    effects: [],
    async exchange(request, exchange) {
      refuseEffects(exchange);
      const connection = connections.take(exchange.connection);
      const beganMs = clock.now();
      try {
        const fetched = await withTimeLimit(clock, exchange.timeoutMs, ({ signal }) => {
          const init = fetchRequest(request, {
            id: exchange.id,
            fresh: connection.fresh,
            signal,
            dispatcher: connection.dispatcher(),
          });
          return fetchExchange(fetch(request.url, init), signal);
        });
        return { ...fetched, applied: [], hidden: [], ms: clock.now() - beganMs };
      } finally {
        await connection.release();
      }
    },
    close: () => connections.close(),
  };
}

function refuseEffects(options: ExchangeOptions): void {
  if (options.effects.length === 0) return;
  const names = options.effects.map((effect) => effect.kind).join(', ');
  throw new Error(
    `Exchange ${options.id} was to suffer ${names}, but the direct plane has no effects. ` +
      'Plan it for a plane that offers them, or without.',
  );
}
