import { once } from 'node:events';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';
import { nameOf, Tunnel } from '../tunnel.js';
import type { TargetAddress } from '../fault-proxy/target-line.js';

/** A connection that stands, TLS and all. */
export interface Connected {
  readonly socket: Duplex;
  /** What TLS agreed upon (ALPN); null without. */
  readonly protocol: string | null;
  /** How long it took, in milliseconds: at least one way to the receiver and back. */
  readonly tookMs: number;
}

/** Connects, and offers these protocols where TLS is spoken. Rejects with the reason when the signal aborts. */
export async function connectSocket(
  { host, port, tls, via = null }: TargetAddress,
  protocols: readonly string[],
  signal: AbortSignal,
): Promise<Connected> {
  signal.throwIfAborted();
  const beganMs = performance.now();
  const tunnel = via === null ? null : new Tunnel(via, { host, port });
  const socket =
    tls === null
      ? (tunnel ?? connect({ host, port, noDelay: true }))
      : connectSecurely({
          host,
          port,
          ...(tunnel === null ? {} : { socket: tunnel }),
          ALPNProtocols: [...protocols],
          ...nameOf(host),
          ...(tls.ca === undefined ? {} : { ca: tls.ca }),
        });
  if ('setNoDelay' in socket) socket.setNoDelay(true);
  // What breaks below TLS breaks TLS, and its reason is the one to tell.
  if (socket !== tunnel) tunnel?.on('error', (error: Error) => socket.destroy(error));
  const late = (): void => void socket.destroy(reasonOf(signal));
  signal.addEventListener('abort', late);
  try {
    await once(socket, tls === null ? 'connect' : 'secureConnect');
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', late);
  }
  const agreed = 'alpnProtocol' in socket ? socket.alpnProtocol : null;
  const protocol = typeof agreed === 'string' ? agreed : null;
  return { socket, protocol, tookMs: performance.now() - beganMs };
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
