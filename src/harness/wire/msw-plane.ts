import { setupServer } from 'msw/node';
import type { Dispatcher } from 'undici';
import type { Clock } from '../model/clock.js';
import type { Exchanged, ExchangeOptions, HttpRequest, Wire } from '../model/exchange.js';
import { openConnections, type Connection, type Connections } from './connections.js';
import { farReceiver } from './far-receiver.js';
import { fetchExchange, type Fetched } from './fetch-exchange.js';
import { fetchRequest } from './fetch-request.js';
import { JourneyHandler } from './journey-handler.js';
import type { Journey, Receiver } from './journey.js';
import { nearReceiver, type LocalReceiver } from './near-receiver.js';
import { withTimeLimit, type TimeLimit } from './time-limit.js';

/** MSW patches the process's own `fetch`, so there can be one plane at a time. */
let planeIsOpen = false;

interface Plane {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly journeys: Map<string, Journey>;
  receiverOf(request: HttpRequest): Receiver;
}

/**
 * Exchanges by the global `fetch`, which MSW intercepts to make the effects happen. `local` is a receiver in process
 * that answers for the origin; without it, and for other origins, requests go out to the network.
 */
export function openMswPlane(options: {
  clock: Clock;
  origin: string;
  local: LocalReceiver | null;
  dispatcher?: Dispatcher | undefined;
}): Wire {
  if (planeIsOpen) {
    throw new Error(
      'A second msw plane was to be opened, but MSW patches the one fetch of this process. Close the first plane before.',
    );
  }
  const { clock, local } = options;
  const origin = new URL(options.origin).origin;
  const far = farReceiver(globalThis.fetch);
  const near = local ? nearReceiver(local) : far;
  const journeys = new Map<string, Journey>();
  const connections = openConnections(options.dispatcher);
  const plane: Plane = {
    clock,
    connections,
    journeys,
    receiverOf: ({ url }) => (new URL(url).origin === origin ? near : far),
  };
  const server = setupServer(new JourneyHandler(journeys, clock));
  server.listen({ onUnhandledRequest: 'bypass' });
  planeIsOpen = true;
  return {
    plane: 'msw',
    effects: ['lose-reply', 'hold-reply', 'gateway-answer', 'throttle', 'refuse', 'cut-body', 'double'],
    exchange: (request, exchange) => makeExchange(plane, request, exchange),
    async close() {
      server.close();
      planeIsOpen = false;
      await connections.close();
    },
  };
}

async function makeExchange(
  plane: Plane,
  request: HttpRequest,
  options: ExchangeOptions,
): Promise<Exchanged> {
  const { clock, connections, journeys } = plane;
  if (journeys.has(options.id)) {
    throw new Error(`Two exchanges at once have the id ${options.id}. Give each an id of its own.`);
  }
  const connection = connections.take(options.connection);
  const beganMs = clock.now();
  try {
    const exchanged = await withTimeLimit(clock, options.timeoutMs, async (limit) => {
      const journey = departing(plane.receiverOf(request), request, options, connection, limit);
      journeys.set(options.id, journey);
      return reportOf(journey, await travel(journey, limit));
    });
    return { ...exchanged, ms: clock.now() - beganMs };
  } finally {
    journeys.delete(options.id);
    await connection.release();
  }
}

function departing(
  receiver: Receiver,
  request: HttpRequest,
  options: ExchangeOptions,
  connection: Connection,
  { signal }: TimeLimit,
): Journey {
  return {
    request,
    options,
    connection,
    signal,
    receiver,
    applied: [],
    hidden: [],
    delivered: null,
    loss: null,
    fault: null,
    intercepted: false,
  };
}

async function travel(journey: Journey, limit: TimeLimit): Promise<Fetched> {
  const { request, options, connection, receiver } = journey;
  const init = fetchRequest(request, {
    id: options.id,
    fresh: connection.fresh,
    signal: limit.signal,
    dispatcher: receiver.overNetwork ? connection.dispatcher() : undefined,
  });
  try {
    const fetched = await fetchExchange(fetch(request.url, init), limit.signal);
    // A body that MSW has split for its listeners comes on until it is aborted.
    if (fetched.answer.kind === 'lost') limit.abandon(new Error('The exchange was lost.'));
    return fetched;
  } catch (error) {
    if (journey.fault !== null) throw journey.fault;
    if (journey.loss) return { answer: journey.loss, delivered: 'unknown' };
    throw error;
  }
}

/** The lists are copied: a receiver that is still at work may add to them when nobody waits any more. */
function reportOf(journey: Journey, fetched: Fetched): Omit<Exchanged, 'ms'> {
  return {
    answer: fetched.answer,
    delivered: journey.delivered ?? fetched.delivered,
    applied: [...journey.applied],
    hidden: [...journey.hidden],
  };
}
