import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { HostileAnswer } from './hostile-answers.js';

/** A real target on loopback that answers every request in one hostile way. */
export interface HostileTarget {
  readonly origin: string;
  /** How many requests have come. */
  requests(): number;
  close(): Promise<void>;
}

/** Opens it; each request is answered once its head and as much of its body as it names are there. */
export async function openHostileTarget({ speak }: Pick<HostileAnswer, 'speak'>): Promise<HostileTarget> {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let heard = '';
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      if (!isWhole(heard)) return;
      heard = '';
      requests += 1;
      speak(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function isWhole(heard: string): boolean {
  const end = heard.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(heard.slice(0, end))?.[1] ?? '0';
  return heard.length >= end + 4 + Number(length);
}
