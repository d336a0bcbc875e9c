import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http2';
import { headerOf, type BurstRequest } from '../../model/exchange.js';
import { lost } from '../loss.js';
import { Course } from './course.js';
import { HeldStream } from './held-stream.js';
import { openSession, type Http2Target, type OpenSession } from './open-session.js';
import { carriedLines } from './request-bytes.js';
import { unheld, type HeldRequest, type Way } from './way.js';

/** What HTTP/2 says otherwise, or does not allow (RFC 9113, section 8.2.2). */
const leftOut = new Set(['host', 'te', 'upgrade', 'proxy-connection']);

interface Streams {
  readonly target: Http2Target;
  /** By origin; each is kept for the next round. */
  readonly sessions: Map<string, Promise<Shared>>;
  readonly open: Set<OpenSession>;
}

/** A connection, and how many of its streams are under way. */
interface Shared extends OpenSession {
  streams: number;
}

/** All requests to one origin as HTTP/2 streams of one connection, kept for the next round. */
export function streamWay(target: Http2Target): Way {
  const streams: Streams = { target, sessions: new Map(), open: new Set() };
  return {
    strategy: 'streams',
    prepare: (each) => {
      const prepared = { each, headers: headersOf(each), body: Buffer.from(each.request.body ?? '', 'utf8') };
      return { hold: (signal) => hold(streams, prepared, signal) };
    },
    roundTripMs: () => Math.max(0, ...[...streams.open].map(({ tookMs }) => tookMs)),
    close: async () => {
      // The signal with which they were opened is aborted by whoever closes.
      await Promise.allSettled(streams.sessions.values());
      const closed = [...streams.open].map(({ session }) => once(session, 'close'));
      for (const { session } of streams.open) session.destroy();
      await Promise.allSettled(closed);
    },
  };
}

function headersOf(each: BurstRequest): OutgoingHttpHeaders {
  const { request } = each;
  const { protocol, host, pathname, search } = new URL(request.url);
  const headers: Record<string, string | string[]> = {
    ':method': request.method,
    ':scheme': protocol.slice(0, -1),
    ':authority': headerOf(request.headers, 'host') ?? host,
    ':path': `${pathname}${search}`,
  };
  for (const [name, value] of carriedLines(each)) {
    const lower = name.toLowerCase();
    if (leftOut.has(lower)) continue;
    const before = headers[lower];
    headers[lower] = before === undefined ? value : [before, value].flat();
  }
  if (request.body !== null) headers['content-length'] = String(Buffer.byteLength(request.body));
  return headers;
}

async function hold(
  streams: Streams,
  request: { readonly each: BurstRequest; readonly headers: OutgoingHttpHeaders; readonly body: Buffer },
  signal: AbortSignal,
): Promise<HeldRequest> {
  const course = new Course();
  const late = (): void => course.break(signal.reason instanceof Error ? signal.reason : null);
  signal.addEventListener('abort', late);
  try {
    const shared = await sessionFor(streams, request.each.request.url, signal);
    const most = shared.session.remoteSettings.maxConcurrentStreams ?? Infinity;
    if (shared.streams >= most) {
      course.end(lost('refused', `the receiver allows ${most} streams at once over one connection`), 'none');
      return unheld(course);
    }
    const stream = new HeldStream(
      shared.session.request(request.headers, { endStream: false }),
      course,
      request.body.length === 0 ? null : request.body.subarray(-1),
    );
    shared.streams += 1;
    const leave = (): void => {
      shared.streams -= 1;
    };
    void course.ended.then(leave);
    await stream.hold(request.body.subarray(0, -1));
    // One write carries the last bytes of all streams, so there is nothing to wake.
    return { course, wake: () => undefined, release: () => stream.release() };
  } catch (error) {
    course.break(error instanceof Error ? error : new Error(String(error)));
    return unheld(course);
  } finally {
    signal.removeEventListener('abort', late);
  }
}

function sessionFor(streams: Streams, url: string, signal: AbortSignal): Promise<Shared> {
  const { origin } = new URL(url);
  const kept = streams.sessions.get(origin);
  if (kept !== undefined) return kept;
  const opening = share(streams, url, signal);
  streams.sessions.set(origin, opening);
  const forget = (): void => {
    if (streams.sessions.get(origin) === opening) streams.sessions.delete(origin);
  };
  const watch = ({ session }: Shared): void => {
    if (session.closed || session.destroyed) forget();
    for (const event of ['goaway', 'close']) session.once(event, forget);
  };
  void opening.then(watch, forget);
  return opening;
}

async function share({ target, open }: Streams, url: string, signal: AbortSignal): Promise<Shared> {
  const opened = await openSession(url, target, signal);
  open.add(opened);
  opened.session.once('close', () => open.delete(opened));
  return { ...opened, streams: 0 };
}
