import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A real HTTP server on loopback, with every socket it was reached over. */
export interface LoopbackServer {
  readonly origin: string;
  /** How many connections were ever made to it. */
  connections(): number;
  /** How many of them are open now. */
  open(): number;
  close(): Promise<void>;
}

/** Starts a server whose answers Node's own handler gives. */
export async function openLoopbackServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer(answer);
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts a server that answers by a web-standard handler. */
export function serveHandler(handle: (request: Request) => Promise<Response>): Promise<LoopbackServer> {
  return openLoopbackServer((incoming, outgoing) => {
    forwardTo(handle, incoming, outgoing).catch((error: unknown) => {
      // A sender may break off within its request; anything else is the test's own fault.
      if (incoming.errored === null) throw error;
    });
  });
}

/** Answers a request of Node's server by a web-standard handler. */
export async function forwardTo(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers: [string, string][] = [];
  for (let line = 0; line < incoming.rawHeaders.length; line += 2) {
    headers.push([incoming.rawHeaders[line] ?? '', incoming.rawHeaders[line + 1] ?? '']);
  }
  const response = await handle(
    new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    }),
  );
  outgoing.writeHead(response.status, [...response.headers].flat());
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
