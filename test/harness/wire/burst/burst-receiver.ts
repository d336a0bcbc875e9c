import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2, createSecureServer, type ServerHttp2Session } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { hasOpenssl, selfSigned } from '../../../support/self-signed.js';

/** A real receiver on loopback, with every connection it was reached over. */
export interface BurstReceiver {
  readonly origin: string;
  /** How many connections were ever made to it. */
  connections(): number;
  /** How many of them are open now. */
  open(): number;
  /** Ends every connection from this side, as a receiver does that is tired of idle ones. */
  hangUp(): void;
  close(): Promise<void>;
}

/** What a receiver does with a request; over HTTP/2 these are Node's look-alikes of the same classes. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** How a receiver can be spoken to. */
export type Transport = 'HTTP' | 'HTTPS' | 'HTTP/2 over TLS' | 'plain HTTP/2';

/** The certificate of all receivers over TLS here; empty where none can be made. */
export const identity = hasOpenssl ? selfSigned() : { key: '', cert: '' };

/** Starts a receiver; `streams` is how many streams it allows at once over HTTP/2. */
export async function openReceiver(
  transport: Transport,
  handler: Handler,
  { streams = 100 }: { readonly streams?: number } = {},
): Promise<BurstReceiver> {
  const { server, sessions } = serverOf(transport, handler, streams);
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    // Whoever breaks off is not this side's trouble.
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const secure = transport === 'HTTPS' || transport === 'HTTP/2 over TLS';
  const hangUp = (): void => {
    for (const session of sessions) session.destroy();
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: secure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    connections: () => sockets.length,
    open: () => sockets.filter(({ closed }) => !closed).length,
    hangUp,
    async close() {
      hangUp();
      server.close();
      await once(server, 'close');
    },
  };
}

function serverOf(
  transport: Transport,
  handler: Handler,
  streams: number,
): { readonly server: Server; readonly sessions: ReadonlySet<ServerHttp2Session> } {
  const sessions = new Set<ServerHttp2Session>();
  const listen = handler as never;
  const settings = { maxConcurrentStreams: streams };
  const kept = (session: ServerHttp2Session): void => {
    sessions.add(session);
    session.on('error', () => undefined);
    session.on('close', () => sessions.delete(session));
  };
  switch (transport) {
    case 'HTTP':
      return { server: createServer({ noDelay: true }, handler), sessions };
    case 'HTTPS':
      return { server: createHttps(identity, handler), sessions };
    case 'plain HTTP/2':
      return { server: createHttp2({ settings }, listen).on('session', kept), sessions };
    case 'HTTP/2 over TLS':
      return { server: createSecureServer({ ...identity, settings }, listen).on('session', kept), sessions };
  }
}
