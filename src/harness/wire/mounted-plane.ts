import type { Clock } from '../model/clock.js';
import type { Exchanged, ExchangeOptions, HttpRequest, Wire } from '../model/exchange.js';
import { openConnections, type Connections } from './connections.js';
import { readAnswer, type Fetched } from './fetch-exchange.js';
import { fetchRequest } from './fetch-request.js';
import { departing, reportOf, type Journey } from './journey.js';
import { isLost, lossOf, type Lost } from './loss.js';
import { middleboxEffectKinds, middleboxEffectsOf } from './middlebox-effects.js';
import { nearReceiver, type LocalReceiver } from './near-receiver.js';
import { sufferEffects } from './suffer-effects.js';
import { withTimeLimit } from './time-limit.js';

/**
 * Exchanges that are handed straight to a receiver in process: the effects of the msw plane without a `fetch` to
 * intercept, which takes most of the time of a simulated run. There may be any number of such planes at a time.
 */
export function openMountedPlane(options: { clock: Clock; local: LocalReceiver }): Wire {
  const { clock } = options;
  const receiver = nearReceiver(options.local);
  const connections = openConnections(undefined);
  return {
    plane: 'mounted',
    effects: middleboxEffectKinds,
    exchange: async (request, exchange) => makeExchange({ clock, receiver, connections }, request, exchange),
    close: () => connections.close(),
  };
}

interface Plane {
  readonly clock: Clock;
  readonly receiver: Journey['receiver'];
  readonly connections: Connections;
}

async function makeExchange(
  { clock, receiver, connections }: Plane,
  request: HttpRequest,
  options: ExchangeOptions,
): Promise<Exchanged> {
  const effects = middleboxEffectsOf(options);
  const connection = connections.take(options.connection);
  const beganMs = clock.now();
  try {
    const exchanged = await withTimeLimit(clock, options.timeoutMs, async (limit) => {
      const journey = departing(receiver, request, { options, effects, connection }, limit);
      return reportOf(journey, await travel(journey, clock));
    });
    return { ...exchanged, ms: clock.now() - beganMs };
  } finally {
    await connection.release();
  }
}

async function travel(journey: Journey, clock: Clock): Promise<Fetched> {
  const { request, options, connection, signal } = journey;
  const departed = new Request(
    request.url,
    fetchRequest(request, { id: options.id, fresh: connection.fresh, signal }),
  );
  const seen = await untilAborted(sufferEffects(journey, departed, clock), signal);
  const answer = isLost(seen) ? seen : await readAnswer(seen, signal);
  return { answer, delivered: journey.delivered ?? 'unknown' };
}

/** What the sender sees, or that it waits no longer; what comes after that is seen by nobody. */
async function untilAborted(
  seen: ReturnType<typeof sufferEffects>,
  signal: AbortSignal,
): Promise<Response | Lost> {
  let stop = (): void => undefined;
  const aborted = new Promise<Lost>((resolve, reject) => {
    stop = () => {
      const loss = lossOf(signal.reason);
      if (loss === null) reject(signal.reason as Error);
      else resolve(loss.answer);
    };
    signal.addEventListener('abort', stop);
  });
  const came = seen.then((each) => each ?? aborted);
  came.catch(() => undefined);
  try {
    return await Promise.race([came, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
