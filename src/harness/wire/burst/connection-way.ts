import type { BurstRequest } from '../../model/exchange.js';
import { targetAddress } from '../fault-proxy/target-address.js';
import type { Route } from '../route.js';
import { connectSocket } from './connect-socket.js';
import { Course } from './course.js';
import { Line } from './line.js';
import { requestBytes } from './request-bytes.js';
import { unheld, type HeldRequest, type Way } from './way.js';

interface Connections {
  readonly route: Route;
  /** Those that stand idle, by origin; what was used last is used first. */
  readonly idle: Map<string, Line[]>;
  readonly open: Set<Line>;
}

/**
 * Each request over an HTTP/1.1 connection of its own, kept for the next round. A connection is warmed by what it
 * carries: the receiver has accepted it, agreed upon TLS and read all of the request but a byte before anything is
 * released. An exchange only to warm it would be a request that nobody planned, and that no history shows.
 */
export function connectionWay(route: Route): Way {
  const connections: Connections = { route, idle: new Map(), open: new Set() };
  return {
    strategy: 'connections',
    prepare: (each) => {
      const bytes = requestBytes(each);
      return { hold: (signal) => hold(connections, { each, bytes }, signal) };
    },
    roundTripMs: () => Math.max(0, ...[...connections.open].map(({ tookMs }) => tookMs)),
    close: async () => {
      const lines = [...connections.open];
      for (const line of lines) line.close();
      await Promise.all(lines.map(({ closed }) => closed));
    },
  };
}

async function hold(
  connections: Connections,
  { each, bytes }: { readonly each: BurstRequest; readonly bytes: Buffer },
  signal: AbortSignal,
): Promise<HeldRequest> {
  const course = new Course();
  const late = (): void => course.break(signal.reason instanceof Error ? signal.reason : null);
  signal.addEventListener('abort', late);
  try {
    const line = await lineFor(connections, each.request.url, signal);
    await line.hold(bytes, each.request.method, course);
    return { course, wake: () => line.wake(), release: () => line.release() };
  } catch (error) {
    course.break(error instanceof Error ? error : new Error(String(error)));
    return unheld(course);
  } finally {
    signal.removeEventListener('abort', late);
  }
}

async function lineFor(connections: Connections, url: string, signal: AbortSignal): Promise<Line> {
  const { origin } = new URL(url);
  const { idle, open } = connections;
  const kept = idle.get(origin) ?? [];
  idle.set(origin, kept);
  for (let line = kept.pop(); line !== undefined; line = kept.pop()) {
    if (!line.gone) return line;
  }
  const connected = await connectSocket(targetAddress(url, connections.route), ['http/1.1'], signal);
  const line = new Line(connected, (again) => kept.push(again));
  open.add(line);
  void line.closed.then(() => open.delete(line));
  return line;
}
