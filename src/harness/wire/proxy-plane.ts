import type { Clock } from '../model/clock.js';
import type { Exchanged, ExchangeOptions, HttpRequest, Wire, WireEffectKind } from '../model/exchange.js';
import { openJournal, type Journal } from './fault-proxy/journal.js';
import { newEntry, type JournalEntry } from './fault-proxy/journal-entry.js';
import type { ProxyLimits } from './fault-proxy/limits.js';
import { openOriginProxies, type OriginProxies } from './fault-proxy/origin-proxies.js';
import type { Fetched } from './fetch-exchange.js';
import { lost } from './loss.js';
import { middleboxEffectKinds } from './middlebox-effects.js';
import type { Route } from './route.js';
import { openProxyLine, type ProxyLine, type Seen } from './proxy-line.js';

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

/** An exchange that another process makes, over a port that it is lent. */
export interface LentExchange {
  /** Where its effects await it. */
  readonly port: number;
  readonly connection: 'warm' | 'fresh';
  /** Resolves once its request is held for later; never where it is not. */
  readonly held: Promise<void>;
  /** Joins what the other process saw, or null where it died, with what the proxy saw. */
  end(seen: Seen | null): Promise<Exchanged>;
  /** Takes the port back; to be called in the end, whatever came of it. */
  giveBack(): void;
}

/** A plane whose exchanges go through a proxy, with what the proxy saw of them. */
export interface ProxyWire extends Wire {
  readonly plane: 'proxy';
  /** Begins an exchange that another process makes. */
  lend(request: HttpRequest, options: ExchangeOptions): Promise<LentExchange>;
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
  readonly line: ProxyLine;
  /** Towards a port where nobody takes a connection. */
  readonly refused: ProxyLine;
}

/**
 * Exchanges by `fetch` over real sockets, through proxies on loopback in which the effects happen; one proxy for
 * each origin.
 */
export function openProxyPlane(options: Route & { clock: Clock; limits?: Partial<ProxyLimits> }): ProxyWire {
  const { clock } = options;
  if (clock.kind === 'virtual') {
    throw new Error(
      'The proxy plane was given a virtual clock, but sockets keep real time. ' +
        'Give it a real clock, or take the msw plane.',
    );
  }
  const journal = openJournal();
  const proxies = openOriginProxies({ ...options, note: journal.note, held: journal.held });
  const plane: Plane = {
    clock,
    journal,
    underWay: new Set(),
    proxies,
    line: openProxyLine(clock, proxies.portOf),
    refused: openProxyLine(clock, proxies.refusedPort),
  };
  let closed: Promise<void> | null = null;
  const lendOpen: ProxyWire['lend'] = async (request, exchange) => {
    if (closed === null) return lend(plane, request, exchange);
    throw new Error(`The proxy plane was closed before exchange ${exchange.id}. Open another one.`);
  };
  const close = async (): Promise<void> => {
    await Promise.all([plane.line.close(), plane.refused.close()]);
    await proxies.close();
  };
  return {
    plane: 'proxy',
    effects: proxyEffectKinds,
    async exchange(request, exchange) {
      const lent = await lendOpen(request, exchange);
      const { refused, line } = plane;
      const { connection } = lent;
      const over = isRefused(exchange) ? refused : line;
      try {
        return await lent.end(await over.fetch(request, { ...exchange, connection }));
      } finally {
        lent.giveBack();
      }
    },
    lend: lendOpen,
    release: (exchange) => proxies.release(exchange),
    entries: () => journal.entries(),
    close: () => (closed ??= close()),
  };
}

function isRefused({ effects }: ExchangeOptions): boolean {
  return effects.some(({ kind }) => kind === 'refuse');
}

async function lend(plane: Plane, request: HttpRequest, options: ExchangeOptions): Promise<LentExchange> {
  const { underWay } = plane;
  const { id } = options;
  if (underWay.has(id)) {
    throw new Error(`Two exchanges at once have the id ${id}. Give each an id of its own.`);
  }
  underWay.add(id);
  const over = (): void => void underWay.delete(id);
  try {
    return isRefused(options)
      ? await lendRefusal(plane, options, over)
      : await lendProxy(plane, request, options, over);
  } catch (error) {
    over();
    throw error;
  }
}

async function lendProxy(
  plane: Plane,
  request: HttpRequest,
  options: ExchangeOptions,
  over: () => void,
): Promise<LentExchange> {
  const proxy = await plane.proxies.of(request.url);
  const watch = plane.journal.watch(options.id);
  if (options.effects.length > 0) proxy.arm(options.id, options.effects);
  const beganMs = plane.clock.now();
  return {
    port: proxy.port,
    connection: options.connection,
    held: watch.held,
    async end(seen) {
      const { fetched, ms } = seen ?? left(plane.clock.now() - beganMs);
      const entry = await watch.entry(patienceMs(seen));
      plane.proxies.throwFault();
      return { ...(entry === null ? unseen(fetched) : reportOf(fetched, entry)), ms };
    },
    giveBack() {
      proxy.disarm(options.id);
      watch.end();
      over();
    },
  };
}

/** A connection that was taken cannot be refused any more, so this exchange goes where nobody listens. */
async function lendRefusal(plane: Plane, options: ExchangeOptions, over: () => void): Promise<LentExchange> {
  const { clock, proxies, journal } = plane;
  await proxies.openRefusedPort();
  const startedAtMs = clock.now();
  const end = async (seen: Seen | null): Promise<Exchanged> => {
    const { fetched, ms } = seen ?? left(clock.now() - startedAtMs);
    const entry = newEntry({ ordinal: 0, connection: 0, reused: false, startedAtMs });
    entry.exchange = options.id;
    entry.endedAtMs = clock.now();
    entry.ending = 'broken-by-effect';
    if (fetched.answer.kind === 'lost' && fetched.answer.how === 'refused') entry.applied = ['refuse'];
    entry.missed = options.effects
      .filter(({ kind }) => !entry.applied.includes(kind))
      .map(({ kind }) => ({ kind, why: 'no connection was made' }));
    journal.note(entry);
    return { ...reportOf(fetched, entry), ms };
  };
  const held = new Promise<void>(() => undefined);
  return { port: proxies.refusedPort(), connection: 'fresh', held, end, giveBack: over };
}

/** How long the proxy may take to see that a sender has gone, on one machine: one that gave up, or one that died. */
function patienceMs(seen: Seen | null): number {
  // What a dead process had not sent is never sent, and then there is nothing to see.
  if (seen === null) return 50;
  return seen.fetched.answer.kind === 'lost' ? 1_000 : 0;
}

/** What is seen of an exchange whose sender is gone. */
function left(ms: number): Seen {
  const answer = lost('reset', 'the process that had sent the request died before an answer came');
  return { fetched: { answer, delivered: 'unknown' }, ms };
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
