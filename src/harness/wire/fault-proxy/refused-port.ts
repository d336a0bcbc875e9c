import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** A port of loopback at which every connection is refused. */
export interface RefusedPort {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Keeps a port at which nobody listens: the client's end of a connection holds it, so that no other program can
 * begin to listen there meanwhile.
 */
export async function openRefusedPort(): Promise<RefusedPort> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const holder = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  holder.on('error', () => undefined);
  const [accepted] = await Promise.all([once(server, 'connection'), once(holder, 'connect')]);
  server.close();
  const port = holder.localPort ?? 0;
  return {
    port,
    async close() {
      holder.destroy();
      (accepted[0] as { destroy(): void }).destroy();
      await once(server, 'close');
    },
  };
}
