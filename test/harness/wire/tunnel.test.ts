import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Tunnel } from '../../../src/harness/wire/tunnel.js';

const open: { server: Server; sockets: Socket[] }[] = [];

afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/** A tunnel to `crm.test:80` through a proxy that does this with each connection. */
async function tunnelThrough(proxy: (socket: Socket) => void): Promise<Tunnel> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    proxy(socket);
  });
  open.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const via = { host: '127.0.0.1', port, secure: false, authorization: null, variable: 'HTTP_PROXY' };
  return new Tunnel(via, { host: 'crm.test', port: 80 });
}

/** Answers the first that comes with these texts, one after the other. */
function answering(...texts: readonly string[]): (socket: Socket) => void {
  return (socket) => {
    socket.once('data', () => {
      for (const text of texts) socket.write(text);
    });
  };
}

async function errorOf(tunnel: Tunnel): Promise<string> {
  const [error] = (await once(tunnel, 'error').catch((reason: unknown) => [reason])) as [
    Error & { code: string },
  ];
  return `${error.code}: ${error.message}`;
}

describe('a tunnel through a proxy', () => {
  it('asks for the target, and stands once the proxy agrees', async () => {
    let asked = '';
    const tunnel = await tunnelThrough((socket) => {
      socket.once('data', (bytes) => {
        asked = bytes.toString();
        socket.write('HTTP/1.1 200 OK\r\nVia: x\r\n\r\n');
      });
    });
    expect(tunnel.connecting).toBe(true);
    await once(tunnel, 'connect');
    expect(tunnel.connecting).toBe(false);
    expect(asked).toBe('CONNECT crm.test:80 HTTP/1.1\r\nHost: crm.test:80\r\n\r\n');
    tunnel.destroy();
  });

  it('keeps what is written before it stands, and what comes with the agreement', async () => {
    let heard = '';
    const tunnel = await tunnelThrough((socket) => {
      socket.once('data', () => {
        socket.on('data', (bytes) => {
          heard += bytes.toString();
          if (heard === 'one two') socket.end(' world');
        });
        socket.write('HTTP/1.1 200 OK\r\n\r\nhello');
      });
    });
    let said = '';
    tunnel.on('data', (bytes: Buffer) => (said += bytes.toString()));
    tunnel.write('one ');
    tunnel.write('two');
    await once(tunnel, 'end');
    expect(heard).toBe('one two');
    expect(said).toBe('hello world');
    expect(tunnel.bytesWritten).toBe(7);
  });

  it.each([
    ['403', answering('HTTP/1.1 403 Forbidden\r\n\r\n'), 'answered 403'],
    ['an answer in pieces', answering('HTTP/1.1 5', '02 Bad Gateway\r\n', '\r\n'), 'answered 502'],
    ['no HTTP', answering('SSH-2.0-proxy\r\n\r\n'), 'no HTTP'],
    ['no end of its head', answering('x'.repeat(20_000)), 'no HTTP'],
    ['nothing but its end', (socket: Socket) => void socket.end(), 'closed the connection'],
  ])('is refused by %s', async (_, proxy, why) => {
    const told = await errorOf(await tunnelThrough(proxy));
    expect(told).toMatch(/^ERR_PROXY_REFUSED: the proxy 127\.0\.0\.1:\d+ did not connect to crm\.test:80: /);
    expect(told).toContain(why);
  });

  it('breaks as its connection breaks once it stands', async () => {
    const tunnel = await tunnelThrough((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    await once(tunnel, 'connect');
    tunnel.write('x');
    expect(await errorOf(tunnel)).toContain('ECONNRESET');
  });
});
