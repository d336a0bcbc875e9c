import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import { targetAddress } from '../fault-proxy/target-address.js';
import type { Route } from '../route.js';
import { connectSocket } from './connect-socket.js';

/** One HTTP/2 connection whose settings are known. */
export interface OpenSession {
  readonly session: ClientHttp2Session;
  /** How long the connection took to be made, in milliseconds. */
  readonly tookMs: number;
}

/** Who may be spoken to in HTTP/2. */
export interface Http2Target extends Route {
  /** Whether a target over plain HTTP is known to speak HTTP/2; over TLS it says so itself. */
  readonly plainHttp2: boolean;
}

/**
 * Connects to the origin of that URL in HTTP/2 and waits for what the receiver allows. Rejects where it speaks none,
 * and with the reason when the signal aborts.
 */
export async function openSession(
  url: string,
  target: Http2Target,
  signal: AbortSignal,
): Promise<OpenSession> {
  const address = targetAddress(url, target);
  if (address.tls === null && !target.plainHttp2) throw noHttp2('over plain HTTP nothing tells that it does');
  const { socket, protocol, tookMs } = await connectSocket(address, ['h2'], signal);
  if (address.tls !== null && protocol !== 'h2') {
    socket.destroy();
    throw noHttp2(`TLS agreed upon ${protocol ?? 'no protocol'}`);
  }
  const session = connect(new URL(url).origin, { createConnection: () => socket });
  const late = (): void => session.destroy(signal.reason instanceof Error ? signal.reason : undefined);
  signal.addEventListener('abort', late);
  try {
    await Promise.race([once(session, 'remoteSettings'), closed(session)]);
  } catch (error) {
    session.on('error', () => undefined).destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', late);
  }
  // What breaks the connection breaks each of its streams, and is told there.
  session.on('error', () => undefined);
  return { session, tookMs };
}

/** A receiver of another protocol may close without a word. */
async function closed(session: ClientHttp2Session): Promise<never> {
  await once(session, 'close');
  throw noHttp2('the connection ended before its settings came');
}

/** In the words of TLS for a protocol that was not agreed upon: not a byte of a request was sent. */
function noHttp2(why: string): Error {
  return Object.assign(new Error(`the receiver does not speak HTTP/2: ${why}`), { code: 'EPROTO' });
}
