import { connect } from 'node:net';
import type { buildConnector } from 'undici';
import type { Clock } from '../model/clock.js';
import type { Exchanged, ExchangeOptions, HttpRequest, Wire, WireEffectKind } from '../model/exchange.js';
import { openConnections, type Connections } from './connections.js';
import { openJournal, type Journal } from './fault-proxy/journal.js';
import { newEntry, type JournalEntry } from './fault-proxy/journal-entry.js';
import type { ProxyLimits } from './fault-proxy/limits.js';
import { openOriginProxies, type OriginProxies } from './fault-proxy/origin-proxies.js';
import { fetchExchange, type Fetched } from './fetch-exchange.js';
import { fetchRequest } from './fetch-request.js';
import { lost } from './loss.js';
import { middleboxEffectKinds } from './middlebox-effects.js';
import { withTimeLimit } from './time-limit.js';

/** Every effect there is, since all of them take place on sockets. */
export const proxyEffectKinds: readonly WireEffectKind[] = [
  ...middleboxEffectKinds,
  'reset-before-request',
  'reset-in-headers',
  'reset-in-body',
  'reset-after-request',
  'cut-status-line',
  'cut-headers',
  'stall',
  'hold-request',
  'turn-away',
  'close-on-reuse',
];

/** A plane whose exchanges go through a proxy, with what the proxy saw of them. */
export interface ProxyWire extends Wire {
  readonly plane: 'proxy';
  /** Lets a request arrive now that `hold-request` holds; false if none of that exchange is held. */
  release(exchange: string): boolean;
  /** What the proxies saw of the latest exchanges that are over, oldest first. */
  entries(): readonly JournalEntry[];
}

interface Plane {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly underWay: Set<string>;
  readonly proxies: OriginProxies;
  readonly connections: Connections;
  /** Connections that nobody takes. */
  readonly refused: Connections;
}

/**
 * Exchanges by `fetch` over real sockets, through proxies on loopback in which the effects happen; one proxy for
 * each origin. `ca` is a certificate authority, as PEM, for targets over TLS.
 */
export function openProxyPlane(options: {
  clock: Clock;
  ca?: string | undefined;
  limits?: Partial<ProxyLimits>;
}): ProxyWire {
  const { clock } = options;
  if (clock.kind === 'virtual') {
    throw new Error(
      'The proxy plane was given a virtual clock, but sockets keep real time. ' +
        'Give it a real clock, or take the msw plane.',
    );
  }
  const journal = openJournal();
  const proxies = openOriginProxies({ ...options, note: (entry) => journal.note(entry) });
  const plane: Plane = {
    clock,
    journal,
    underWay: new Set(),
    proxies,
    connections: openConnections(undefined, connectorTo(proxies.portOf)),
    refused: openConnections(undefined, connectorTo(proxies.refusedPort)),
  };
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await Promise.all([plane.connections.close(), plane.refused.close()]);
    await proxies.close();
  };
  return {
    plane: 'proxy',
    effects: proxyEffectKinds,
    async exchange(request, exchange) {
      if (closed === null) return exclusively(plane, request, exchange);
      throw new Error(`The proxy plane was closed before exchange ${exchange.id}. Open another one.`);
    },
    release: (exchange) => proxies.release(exchange),
    entries: () => journal.entries(),
    close: () => (closed ??= close()),
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

async function exclusively(plane: Plane, request: HttpRequest, options: ExchangeOptions): Promise<Exchanged> {
  const { underWay } = plane;
  const { id } = options;
  if (underWay.has(id)) {
    throw new Error(`Two exchanges at once have the id ${id}. Give each an id of its own.`);
  }
  underWay.add(id);
  try {
    return options.effects.some(({ kind }) => kind === 'refuse')
      ? await refuseExchange(plane, request, options)
      : await makeExchange(plane, request, options);
  } finally {
    underWay.delete(id);
  }
}

async function makeExchange(
  plane: Plane,
  request: HttpRequest,
  options: ExchangeOptions,
): Promise<Exchanged> {
  const proxy = await plane.proxies.of(request.url);
  const watch = plane.journal.watch(options.id);
  if (options.effects.length > 0) proxy.arm(options.id, options.effects);
  try {
    const { fetched, ms } = await fetchOver(plane, plane.connections, request, options);
    const entry = await watch.entry(fetched.answer.kind === 'lost');
    plane.proxies.throwFault();
    return { ...(entry === null ? unseen(fetched) : reportOf(fetched, entry)), ms };
  } finally {
    proxy.disarm(options.id);
    watch.end();
  }
}

/** A connection that was taken cannot be refused any more, so this exchange goes where nobody listens. */
async function refuseExchange(
  plane: Plane,
  request: HttpRequest,
  options: ExchangeOptions,
): Promise<Exchanged> {
  await plane.proxies.openRefusedPort();
  const startedAtMs = plane.clock.now();
  const { fetched, ms } = await fetchOver(plane, plane.refused, request, { ...options, connection: 'fresh' });
  const entry = newEntry({ ordinal: 0, connection: 0, reused: false, startedAtMs });
  entry.exchange = options.id;
  entry.endedAtMs = plane.clock.now();
  entry.ending = 'broken-by-effect';
  if (fetched.answer.kind === 'lost' && fetched.answer.how === 'refused') entry.applied = ['refuse'];
  entry.missed = options.effects
    .filter(({ kind }) => !entry.applied.includes(kind))
    .map(({ kind }) => ({ kind, why: 'no connection was made' }));
  plane.journal.note(entry);
  return { ...reportOf(fetched, entry), ms };
}

async function fetchOver(
  { clock }: Plane,
  connections: Connections,
  request: HttpRequest,
  options: ExchangeOptions,
): Promise<{ fetched: Fetched; ms: number }> {
  const connection = connections.take(options.connection);
  const beganMs = clock.now();
  try {
    const fetched = await withTimeLimit(clock, options.timeoutMs, ({ signal }) => {
      const init = fetchRequest(request, {
        id: options.id,
        fresh: connection.fresh,
        signal,
        dispatcher: connection.dispatcher(),
      });
      return fetchExchange(fetch(request.url, init), signal);
    });
    return { fetched, ms: clock.now() - beganMs };
  } finally {
    await connection.release();
  }
}

/** Nothing of it reached the proxy, as far as the proxy knows. */
function unseen({ answer, delivered }: Fetched): Omit<Exchanged, 'ms'> {
  return { answer, delivered, applied: [], hidden: [] };
}

/** The sender tells what it saw, the proxy what stands behind it. */
function reportOf({ answer }: Fetched, entry: JournalEntry): Omit<Exchanged, 'ms'> {
  const { loss, detail, held, delivered, applied, hidden } = entry;
  const behind = answer.kind === 'lost' && answer.how === 'reset' && loss !== null;
  return {
    answer: behind ? lost(loss, detail ?? answer.detail) : answer,
    // What is held may arrive yet.
    delivered: held ? 'unknown' : delivered,
    applied,
    hidden,
  };
}
