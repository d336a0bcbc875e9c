import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Departure } from './parts.js';
import { openReceiver } from './receiver.js';
import type { ReceiverOptions } from './receiver.js';

/** Where to serve; port 0 takes any free one. */
export interface ServePlace {
  readonly host: string;
  readonly port: number;
}

/** How a receiver is opened, and where it is served. */
export interface ServeOptions extends ReceiverOptions, ServePlace {}

/** Whatever answers requests, and is closed at the end. */
export interface Handler {
  handle(
    request: Request,
    context: { readonly connection: string; readonly departure: Departure },
  ): Promise<Response>;
  close(): void | Promise<void>;
}

/** A receiver that listens. */
export interface ServedReceiver {
  readonly url: string;
  /** Stops listening, lets running requests end (up to 5 seconds), closes the file. */
  close(): Promise<void>;
}

const longestCloseMs = 5000;
const longestRequestMs = 30_000;

/** Serves a receiver over HTTP/1.1, listening once resolved. Rejects when the address is taken or the file is no good. */
export async function serveReceiver(options: ServeOptions): Promise<ServedReceiver> {
  return serveHandler(openReceiver(options), options);
}

/** Serves a handler in the same way; it is closed where nobody can listen, and at the end. */
export async function serveHandler(receiver: Handler, place: ServePlace): Promise<ServedReceiver> {
  const connectionOf = connections();
  const resting = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    resting.delete(incoming.socket);
    outgoing.once('close', () => {
      if (!incoming.socket.destroyed) resting.add(incoming.socket);
    });
    // What fails here is a connection that ended; the caller will ask again.
    serve(receiver, server, connectionOf(incoming.socket), incoming, outgoing).catch(() =>
      outgoing.destroy(),
    );
  });
  server.requestTimeout = longestRequestMs;
  server.on('connection', (socket: Socket) => {
    resting.add(socket);
    socket.once('close', () => {
      resting.delete(socket);
    });
  });
  try {
    server.listen(place.port, place.host);
    await once(server, 'listening');
  } catch (error) {
    await receiver.close();
    throw error;
  }
  let closing: Promise<void> | undefined;
  return { url: urlOf(server), close: () => (closing ??= close(server, resting, receiver)) };
}

async function serve(
  receiver: Handler,
  server: Server,
  connection: Connection,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = toRequest(incoming, unansweredSignal(outgoing));
  if (request === undefined) {
    outgoing.writeHead(400, { connection: 'close' }).end();
    return;
  }
  const response = await receiver.handle(request, {
    connection: connection.name,
    departure: { sent: wholeAnswerSent(outgoing), gone: connection.gone },
  });
  const body = Buffer.from(await response.arrayBuffer());
  if (!server.listening) outgoing.setHeader('connection', 'close');
  if (response.status !== 204) outgoing.setHeader('content-length', body.byteLength);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(body);
}

/** Undefined for what HTTP allows and the web's Request does not, such as TRACE. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const headers = new Headers();
  const { rawHeaders, method = 'GET' } = incoming;
  try {
    for (let at = 0; at + 1 < rawHeaders.length; at += 2)
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    // Only the path of the target is looked at; the host named here plays no part.
    const url = new URL(incoming.url ?? '/', 'http://receiver.invalid');
    if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal });
    return new Request(url, { method, headers, signal, body: bodyOf(incoming), duplex: 'half' });
  } catch {
    return undefined;
  }
}

/** The body as a stream whose cancelling leaves the connection open, so that a refusal can still be sent. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Aborts when the client leaves before its answer was sent whole. */
function unansweredSignal(outgoing: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) leaving.abort();
  });
  return leaving.signal;
}

function wholeAnswerSent(outgoing: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    outgoing.once('finish', () => {
      resolve(true);
    });
    outgoing.once('close', () => {
      resolve(outgoing.writableFinished);
    });
  });
}

interface Connection extends Pick<Departure, 'gone'> {
  readonly name: string;
}

function connections(): (socket: Socket) => Connection {
  const known = new WeakMap<Socket, Connection>();
  let opened = 0;
  return (socket) => {
    const before = known.get(socket);
    if (before !== undefined) return before;
    opened += 1;
    const ending = new AbortController();
    socket.once('close', () => {
      ending.abort();
    });
    const connection = { name: `connection-${opened}`, gone: ending.signal };
    known.set(socket, connection);
    return connection;
  };
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

async function close(server: Server, resting: ReadonlySet<Socket>, receiver: Handler): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Not left to Node, which waits for a connection that has not carried a request yet.
  for (const socket of resting) socket.destroy();
  const impatience = setTimeout(() => server.closeAllConnections(), longestCloseMs);
  await closed;
  clearTimeout(impatience);
  await receiver.close();
}
