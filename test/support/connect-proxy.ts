import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach } from 'vitest';

/** A proxy that knows its targets by names that nobody else can resolve. */
export interface ConnectProxy {
  readonly url: string;
  /** `HOST:PORT` of every connection that was asked for, and what it was told. */
  readonly asked: { readonly target: string; readonly status: number }[];
}

/** Whom it lets through. */
export interface ConnectRules {
  /** Ports of this machine by `HOST:PORT`; another target is refused with 403. */
  readonly targets: Readonly<Record<string, number>>;
  /** `USER:PASSWORD` that it asks for; without it, 407. */
  readonly credential?: string;
}

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Opens one on loopback, for the running test alone. */
export async function connectProxy({ targets, credential }: ConnectRules): Promise<ConnectProxy> {
  const asked: { target: string; status: number }[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', (request: IncomingMessage, socket: Socket, early: Buffer) => {
    const target = request.url ?? '';
    const port = targets[target];
    const status = isLet(request, credential) ? (port === undefined ? 403 : 200) : 407;
    asked.push({ target, status });
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (status !== 200 || port === undefined) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const onward = connect({ host: '127.0.0.1', port, noDelay: true }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(early);
      socket.pipe(onward);
      onward.pipe(socket);
    });
    sockets.add(onward);
    // What breaks on one side breaks on the other.
    onward.on('error', () => socket.resetAndDestroy());
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function isLet({ headers }: IncomingMessage, credential: string | undefined): boolean {
  if (credential === undefined) return true;
  return headers['proxy-authorization'] === `Basic ${Buffer.from(credential).toString('base64')}`;
}
