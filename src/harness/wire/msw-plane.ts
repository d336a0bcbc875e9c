import type { Dispatcher } from 'undici';
import type { Clock } from '../model/clock.js';
import type { Answer, Exchanged, ExchangeOptions, HttpRequest, Wire } from '../model/exchange.js';
import { openConnections, type Connections } from './connections.js';
import { farReceiver } from './far-receiver.js';
import { fetchExchange, type Fetched } from './fetch-exchange.js';
import { fetchRequest } from './fetch-request.js';
import { interceptJourneys, type Interception } from './interception.js';
import { departing, reportOf, type Journey, type Receiver } from './journey.js';
import { middleboxEffectKinds, middleboxEffectsOf } from './middlebox-effects.js';
import { nearReceiver, type LocalReceiver } from './near-receiver.js';
import { withTimeLimit, type TimeLimit } from './time-limit.js';
import type { Route } from './route.js';
import { targetConnector } from './target-connector.js';

/** MSW patches the process's own `fetch`, so there can be one plane at a time. */
let planeIsOpen = false;

interface Plane {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly journeys: Map<string, Journey>;
  readonly interception: Interception;
  receiverOf(request: HttpRequest): Receiver;
}

/**
 * Exchanges by the global `fetch`, which MSW intercepts to make the effects happen. `local` is a receiver in
 * process that answers for the origin; without it, and for other origins, requests go out to the network.
 */
export function openMswPlane(
  options: Route & {
    clock: Clock;
    origin: string;
    local: LocalReceiver | null;
    dispatcher?: Dispatcher | undefined;
  },
): Wire {
  if (planeIsOpen) {
    throw new Error(
      'A second msw plane was to be opened, but MSW patches the one fetch of this process. ' +
        'Close the first plane before.',
    );
  }
  const { clock, local } = options;
  const origin = new URL(options.origin).origin;
  const far = farReceiver(globalThis.fetch);
  const near = local ? nearReceiver(local) : far;
  const journeys = new Map<string, Journey>();
  const connections = openConnections(options.dispatcher, targetConnector(options));
  const interception = interceptJourneys(journeys, clock);
  const plane: Plane = {
    clock,
    connections,
    journeys,
    interception,
    receiverOf: ({ url }) => (new URL(url).origin === origin ? near : far),
  };
  planeIsOpen = true;
  let closed = false;
  return {
    plane: 'msw',
    effects: middleboxEffectKinds,
    async exchange(request, exchange) {
      if (closed)
        throw new Error(`The msw plane was closed before exchange ${exchange.id}. Open another one.`);
      return makeExchange(plane, request, exchange);
    },
    async close() {
      if (closed) return;
      closed = true;
      interception.close();
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
  const { clock, connections, journeys, interception } = plane;
  if (journeys.has(options.id)) {
    throw new Error(`Two exchanges at once have the id ${options.id}. Give each an id of its own.`);
  }
  const effects = middleboxEffectsOf(options);
  const connection = connections.take(options.connection);
  const beganMs = clock.now();
  let ending: Answer['kind'] = 'lost';
  try {
    const exchanged = await withTimeLimit(clock, options.timeoutMs, async (limit) => {
      const journey = departing(plane.receiverOf(request), request, { options, effects, connection }, limit);
      journeys.set(options.id, journey);
      return reportOf(journey, await travel(journey, limit));
    });
    ending = exchanged.answer.kind;
    return { ...exchanged, ms: clock.now() - beganMs };
  } finally {
    journeys.delete(options.id);
    interception.ended(ending);
    await connection.release();
  }
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
    else if (!journey.intercepted) throw new Error(notIntercepted(options.id));
    return fetched;
  } catch (error) {
    if (journey.fault !== null) throw journey.fault;
    if (journey.loss) return { answer: journey.loss, delivered: 'unknown' };
    throw error;
  }
}

function notIntercepted(id: string): string {
  return (
    `Exchange ${id} went past MSW, so none of its effects can have taken place. ` +
    'The global fetch was expected to stay as the plane patched it. Look for what put another in its place.'
  );
}
