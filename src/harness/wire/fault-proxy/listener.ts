import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A port on loopback that can be shut for a while and opened again. */
export interface Listener {
  readonly port: number;
  /** Takes no connections until opened again; a connection is then refused by the system. */
  shut(): void;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Listens on loopback; port 0 takes any free one. Rejects as `listen` does. */
export async function openListener(options: {
  readonly port: number;
  readonly connections: number;
  readonly taken: (socket: Socket) => void;
  readonly turnedAway: () => void;
}): Promise<Listener> {
  let server = await listening(options, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    shut: () => void server.close(),
    async open() {
      if (!server.listening) server = await listening(options, port);
    },
    async close() {
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

async function listening(options: Parameters<typeof openListener>[0], port: number): Promise<Server> {
  const server = createServer({ noDelay: true }, options.taken);
  server.maxConnections = options.connections;
  server.on('drop', options.turnedAway);
  server.listen({ host: '127.0.0.1', port, exclusive: true });
  await once(server, 'listening');
  return server;
}
