import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { TargetAddress } from '../fault-proxy/target-line.js';

/** A connection that stands, TLS and all. */
export interface Connected {
  readonly socket: Socket;
  /** What TLS agreed upon (ALPN); null without. */
  readonly protocol: string | null;
  /** How long it took, in milliseconds: at least one way to the receiver and back. */
  readonly tookMs: number;
}

/** Connects, and offers these protocols where TLS is spoken. Rejects with the reason when the signal aborts. */
export async function connectSocket(
  { host, port, tls }: TargetAddress,
  protocols: readonly string[],
  signal: AbortSignal,
): Promise<Connected> {
  signal.throwIfAborted();
  const beganMs = performance.now();
  const socket =
    tls === null
      ? connect({ host, port, noDelay: true })
      : connectSecurely({
          host,
          port,
          ALPNProtocols: [...protocols],
          // A name is looked for in the certificate; an address is not one.
          ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
          ...(tls.ca === undefined ? {} : { ca: tls.ca }),
        });
  socket.setNoDelay(true);
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
