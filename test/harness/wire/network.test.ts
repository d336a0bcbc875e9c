import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  Answer,
  Delivered,
  ExchangeOptions,
  HttpRequest,
  Wire,
} from '../../../src/harness/model/exchange.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { openDirectPlane } from '../../../src/harness/wire/direct-plane.js';
import { openMswPlane } from '../../../src/harness/wire/msw-plane.js';
import { openProxyPlane } from '../../../src/harness/wire/proxy-plane.js';
import { openLoopbackServer, type LoopbackServer } from './loopback-server.js';

type Closing = () => Promise<unknown>;

/** `unheard` is what a plane knows of a request that was sent, and that nothing came back for. */
const planes: readonly { name: string; open: (origin: string) => Wire; unheard: Delivered }[] = [
  { name: 'direct plane', open: () => openDirectPlane({ clock: systemClock }), unheard: 'unknown' },
  {
    name: 'msw plane',
    open: (origin) => openMswPlane({ clock: systemClock, origin, local: null }),
    unheard: 'unknown',
  },
  { name: 'proxy plane', open: () => openProxyPlane({ clock: systemClock }), unheard: 'whole' },
];

describe.each(planes)('the network as the $name sees it', ({ open, unheard }) => {
  const closings: Closing[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
  });

  const reach = (origin: string): Reach => {
    const wire = open(origin);
    closings.push(() => wire.close());
    let count = 0;
    return (request, options) => {
      count += 1;
      const whole: HttpRequest = { method: 'GET', url: `${origin}/`, headers: [], body: null, ...request };
      const plan: ExchangeOptions = {
        id: `e-${count}`,
        effects: [],
        timeoutMs: 5_000,
        connection: 'warm',
        ...options,
      };
      return wire.exchange(whole, plan);
    };
  };
  const serve = async (
    answer: Parameters<typeof openLoopbackServer>[0],
  ): Promise<[Reach, LoopbackServer]> => {
    const server = await openLoopbackServer(answer);
    closings.push(() => server.close());
    return [reach(server.origin), server];
  };
  const serveBytes = async (speak: (socket: Socket) => void): Promise<Reach> => {
    const origin = await openByteServer(closings, speak);
    return reach(origin);
  };

  it('takes a refused port for refused, with nothing delivered', async () => {
    const port = await closedPort();
    expect(await reach(`http://127.0.0.1:${port}`)()).toMatchObject({
      answer: { kind: 'lost', how: 'refused', detail: expect.stringContaining('ECONNREFUSED') },
      delivered: 'none',
    });
  });

  it('takes a name that no resolver knows for refused, with nothing delivered', async () => {
    expect(await reach('http://no-such-receiver.invalid')()).toMatchObject({
      answer: { kind: 'lost', how: 'refused' },
      delivered: 'none',
    });
  });

  it('takes a connection that closes before the answer for a reset, delivered or not', async () => {
    const closes = await serveBytes((socket) => socket.once('data', () => socket.end()));
    expect(await closes()).toMatchObject({ answer: { kind: 'lost', how: 'reset' }, delivered: unheard });
  });

  it('takes a reset before the answer for a reset, delivered or not', async () => {
    const resets = await serveBytes((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await resets({ method: 'POST', body: 'x' })).toMatchObject({
      answer: { kind: 'lost', how: 'reset' },
      delivered: unheard,
    });
  });

  it('takes a connection that ends within the body for cut, with the request delivered', async () => {
    const [exchange] = await serve((_request, response) => {
      response.writeHead(201, { 'content-length': '100' });
      response.write('half of it', () => response.destroy());
    });
    expect(await exchange()).toMatchObject({
      answer: { kind: 'lost', how: 'cut', detail: expect.stringContaining('201') },
      delivered: 'whole',
    });
  });

  it('takes chunks without an end for cut', async () => {
    const [exchange] = await serve((_request, response) => {
      response.writeHead(200);
      response.write('{"id":', () => response.destroy());
    });
    expect(await exchange()).toMatchObject({ answer: { kind: 'lost', how: 'cut' }, delivered: 'whole' });
  });

  it('takes an answer that is not HTTP for cut', async () => {
    const gibberish = await serveBytes((socket) =>
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n\r\n')),
    );
    expect(await gibberish()).toMatchObject({ answer: { kind: 'lost', how: 'cut' }, delivered: unheard });
  });

  it('takes a head that comes too late for a timeout, delivered or not', async () => {
    const [exchange] = await serve(() => {});
    const exchanged = await exchange({}, { timeoutMs: 60 });
    expect(exchanged).toMatchObject({ answer: { kind: 'lost', how: 'timeout' }, delivered: unheard });
    expect(exchanged.ms).toBeGreaterThanOrEqual(59);
  });

  it('takes a body that comes too late for a timeout, with the request delivered', async () => {
    const [exchange] = await serve((_request, response) => {
      response.writeHead(200);
      response.write('{"id":');
    });
    expect(await exchange({}, { timeoutMs: 1_500 })).toMatchObject({
      answer: { kind: 'lost', how: 'timeout' },
      delivered: 'whole',
    });
  });

  it('follows no redirect', async () => {
    const paths: (string | undefined)[] = [];
    const [exchange] = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end('moved');
    });
    const { answer } = await exchange({ method: 'POST', body: 'x' });
    expect(answer).toMatchObject({ kind: 'answered', status: 307, body: 'moved' });
    expect(headerLines(answer, 'location')).toEqual(['/elsewhere']);
    expect(paths).toEqual(['/']);
  });

  it.each([200, 201, 202, 204, 304, 400, 409, 422, 500, 503, 799])(
    'brings status %i across',
    async (status) => {
      const [exchange] = await serve((_request, response) => response.writeHead(status).end());
      expect((await exchange()).answer).toMatchObject({ kind: 'answered', status, body: '' });
    },
  );

  it('brings big bodies across, both ways', async () => {
    const body = `${'é雪'.repeat(600_000)}.`;
    const [exchange] = await serve((request, response) => void request.pipe(response));
    const { answer } = await exchange({ method: 'POST', body });
    expect(answer.kind === 'answered' && answer.body === body).toBe(true);
  });

  it('reads no more than 4 MiB of a body, and says so', async () => {
    const [exchange, server] = await serve((_request, response) => {
      const more = (): void =>
        void response.write(Buffer.alloc(1 << 16, 'x'), (error) => (error ? null : more()));
      more();
    });
    expect(await exchange()).toMatchObject({
      answer: { kind: 'lost', how: 'cut', detail: expect.stringContaining('4194304') },
      delivered: 'whole',
    });
    await expect.poll(() => server.open(), { timeout: 10_000 }).toBe(0);
  });

  it('decodes a compressed body once, and shows the headers as they came', async () => {
    const [exchange] = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"id":"r-1"}'));
    });
    const { answer } = await exchange();
    expect(answer).toMatchObject({ kind: 'answered', body: '{"id":"r-1"}' });
    expect(headerLines(answer, 'content-encoding')).toEqual(['gzip']);
  });

  it('joins repeated headers, but for Set-Cookie', async () => {
    let received: string[] = [];
    const [exchange] = await serve((request, response) => {
      received = request.rawHeaders;
      response
        .writeHead(200, ['X-Twice', 'a', 'X-Twice', 'b', 'Set-Cookie', 'c=1', 'Set-Cookie', 'd=2'])
        .end();
    });
    const { answer } = await exchange({
      headers: [
        ['Idempotency-Key', 'one'],
        ['Idempotency-Key', 'two'],
      ],
    });
    expect(received).toContain('one, two');
    expect(headerLines(answer, 'x-twice')).toEqual(['a, b']);
    expect(headerLines(answer, 'set-cookie')).toEqual(['c=1', 'd=2']);
  });

  it('brings header bytes above ASCII across, both ways', async () => {
    let received: string | string[] | undefined;
    const [exchange] = await serve((request, response) => {
      received = request.headers['idempotency-key'];
      response.writeHead(200, { 'X-Back': 'sm\u00f8r\u00ff' }).end();
    });
    const { answer } = await exchange({ headers: [['Idempotency-Key', 'caf\u00e9\u00ff']] });
    expect(received).toBe('caf\u00e9\u00ff');
    expect(headerLines(answer, 'x-back')).toEqual(['sm\u00f8r\u00ff']);
  });

  it('adds no Content-Type, and sends an empty body as empty', async () => {
    const seen: [string | undefined, string | undefined][] = [];
    const [exchange] = await serve((request, response) => {
      seen.push([request.headers['content-type'], request.headers['content-length']]);
      response.end();
    });
    await exchange({ method: 'POST', body: 'text' });
    await exchange({ method: 'POST', body: '' });
    expect(seen).toEqual([
      [undefined, '4'],
      [undefined, '0'],
    ]);
  });

  it('keeps a connection for the next warm exchange, and opens a new one for a fresh one', async () => {
    const agents: (string | undefined)[] = [];
    const [exchange, server] = await serve((request, response) => {
      agents.push(request.headers['user-agent']);
      response.end('ok');
    });
    await exchange();
    await exchange();
    expect(server.connections()).toBe(1);
    await exchange({}, { connection: 'fresh' });
    expect(server.connections()).toBe(2);
    await exchange({}, { connection: 'fresh' });
    expect(server.connections()).toBe(3);
    await exchange();
    expect(server.connections()).toBe(3);
    await expect.poll(() => server.open(), { timeout: 10_000 }).toBe(1);
    expect(agents[2]).not.toBe(agents[0]);
    expect(agents[4]).toBe(agents[0]);
  });

  it('refuses what fetch cannot send', async () => {
    const [exchange] = await serve((_request, response) => response.end());
    await expect(exchange({ body: 'asked' })).rejects.toThrow(/GET request with a body/);
    await expect(exchange({ headers: [['Idempotency-Key', '雪']] })).rejects.toThrow(TypeError);
  });

  it('leaves no connection and no timer behind when it is closed', async () => {
    const before = held();
    const server = await openLoopbackServer((_request, response) => response.end('ok'));
    const wire = open(server.origin);
    const request: HttpRequest = { method: 'GET', url: server.origin, headers: [], body: null };
    for (const connection of ['warm', 'fresh'] as const) {
      await wire.exchange(request, { id: connection, effects: [], timeoutMs: 60_000, connection });
    }
    await expect.poll(() => server.open(), { timeout: 10_000 }).toBe(1);
    await wire.close();
    await expect.poll(() => server.open(), { timeout: 10_000 }).toBe(0);
    await server.close();
    // Both ends of a socket close in turns of their own, so the look is repeated until they have.
    for (let looks = 0; looks < 400 && beyond(before).length > 0; looks += 1) await pause(25);
    expect(beyond(before)).toEqual([]);
  });
});

/** What keeps this process alive now and did not before; what an earlier test still held then may be gone. */
function beyond(before: readonly string[]): readonly string[] {
  const rest = [...before];
  return held().filter((name) => {
    const known = rest.indexOf(name);
    if (known >= 0) rest.splice(known, 1);
    return known < 0;
  });
}

/** Sockets, servers and timers that keep this process alive. */
function held(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => name.startsWith('TCP') || name === 'Timeout')
    .toSorted();
}

describe('direct plane', () => {
  it('refuses effects, since it has none', async () => {
    const wire = openDirectPlane({ clock: systemClock });
    const exchanged = wire.exchange(
      { method: 'GET', url: 'http://127.0.0.1:9/', headers: [], body: null },
      { id: 'e', effects: [{ kind: 'double' }], timeoutMs: 10_000, connection: 'warm' },
    );
    await expect(exchanged).rejects.toThrow(/direct plane has no effects/);
    await wire.close();
  });

  it('uses a dispatcher that is handed in, and leaves it open', async () => {
    const server = await openLoopbackServer((_request, response) => response.end('ok'));
    const dispatcher = new Agent({ connections: 1 });
    const wire = openDirectPlane({ clock: systemClock, dispatcher });
    const request: HttpRequest = { method: 'GET', url: server.origin, headers: [], body: null };
    await wire.exchange(request, { id: 'e', effects: [], timeoutMs: 10_000, connection: 'warm' });
    await wire.close();
    expect(server.open()).toBe(1);
    await dispatcher.close();
    await expect.poll(() => server.open(), { timeout: 10_000 }).toBe(0);
    await server.close();
  });
});

describe('msw plane over the network', () => {
  it('brings the second of two doubled answers across exactly as it came', async () => {
    let count = 0;
    const server = await openLoopbackServer((_request, response) => {
      count += 1;
      response.writeHead(201, { 'content-encoding': 'gzip' }).end(gzipSync(`r-${count}`));
    });
    const wire = openMswPlane({ clock: systemClock, origin: server.origin, local: null });
    const request: HttpRequest = { method: 'POST', url: server.origin, headers: [], body: 'x' };
    const exchanged = await wire.exchange(request, {
      id: 'e',
      effects: [{ kind: 'double' }],
      timeoutMs: 10_000,
      connection: 'warm',
    });
    expect(exchanged.hidden).toMatchObject([{ body: 'r-1' }]);
    expect(exchanged.answer).toMatchObject({ kind: 'answered', status: 201, body: 'r-2' });
    expect(headerLines(exchanged.answer, 'content-encoding')).toEqual(['gzip']);
    await wire.close();
    await server.close();
  });

  it('lets a real loss stand in place of the planned one', async () => {
    const port = await closedPort();
    const url = `http://127.0.0.1:${port}/`;
    const wire = openMswPlane({ clock: systemClock, origin: url, local: null });
    for (const kind of ['lose-reply', 'hold-reply', 'cut-body', 'double'] as const) {
      const exchanged = await wire.exchange(
        { method: 'POST', url, headers: [], body: 'x' },
        { id: kind, effects: [{ kind }], timeoutMs: 10_000, connection: 'warm' },
      );
      expect(exchanged).toMatchObject({
        answer: { kind: 'lost', how: 'refused' },
        delivered: 'none',
        applied: [],
        hidden: [],
      });
    }
    await wire.close();
  });
});

type Reach = (
  request?: Partial<HttpRequest>,
  options?: Partial<ExchangeOptions>,
) => ReturnType<Wire['exchange']>;

function headerLines(answer: Answer, name: string): string[] {
  if (answer.kind === 'lost') return [];
  return answer.headers.filter(([spelled]) => spelled.toLowerCase() === name).map(([, value]) => value);
}

async function openByteServer(closings: Closing[], speak: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(async () => {
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
