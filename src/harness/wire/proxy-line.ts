import { connect } from 'node:net';
import type { buildConnector } from 'undici';
import type { Clock } from '../model/clock.js';
import type { ExchangeOptions, HttpRequest } from '../model/exchange.js';
import { openConnections } from './connections.js';
import { fetchExchange, type Fetched } from './fetch-exchange.js';
import { fetchRequest } from './fetch-request.js';
import { withTimeLimit } from './time-limit.js';

/** An exchange as its sender saw it. */
export interface Seen {
  readonly fetched: Fetched;
  /** Milliseconds from the first byte to the end, on the sender's clock. */
  readonly ms: number;
}

/** What a sender speaks over: connections to a proxy on loopback, whatever address its requests name. */
export interface ProxyLine {
  fetch(request: HttpRequest, options: Omit<ExchangeOptions, 'effects'>): Promise<Seen>;
  close(): Promise<void>;
}

/** Opens nothing yet; `portOf` is asked for the port at each new connection towards an origin. */
export function openProxyLine(clock: Clock, portOf: (origin: string) => number): ProxyLine {
  const connections = openConnections(undefined, connectorTo(portOf));
  return {
    async fetch(request, { id, timeoutMs, connection: kind }) {
      const connection = connections.take(kind);
      const beganMs = clock.now();
      try {
        const fetched = await withTimeLimit(clock, timeoutMs, ({ signal }) => {
          const { fresh } = connection;
          const init = fetchRequest(request, { id, fresh, signal, dispatcher: connection.dispatcher() });
          return fetchExchange(fetch(request.url, init), signal);
        });
        return { fetched, ms: clock.now() - beganMs };
      } finally {
        await connection.release();
      }
    },
    close: () => connections.close(),
  };
}

/** Connects to a port of this machine, whatever the URL; towards the proxy, all is plain HTTP. */
function connectorTo(portOf: (origin: string) => number): buildConnector.connector {
  return ({ protocol, host }, callback) => {
    const socket = connect({
      host: '127.0.0.1',
      port: portOf(new URL(`${protocol}//${host}`).origin),
      noDelay: true,
    });
    let told = false;
    const tell = (...outcome: Parameters<typeof callback>): void => {
      if (!told) callback(...outcome);
      told = true;
    };
    socket.once('connect', () => tell(null, socket));
    socket.once('error', (error) => tell(error, null));
  };
}
