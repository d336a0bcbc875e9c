import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Clock } from '../../../../src/harness/model/clock.js';
import type { BurstExchanged } from '../../../../src/harness/model/exchange.js';
import { systemClock } from '../../../../src/harness/run/system-clock.js';
import { virtualClock } from '../../../../src/harness/run/virtual-clock.js';
import { openBurst } from '../../../../src/harness/wire/burst/open-burst.js';
import { hasOpenssl } from '../../../support/self-signed.js';
import { copiesOf, posts } from './burst-contract.js';
import { openReceiver } from './burst-receiver.js';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

const created = 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok';

/** A receiver of bytes, and a burst towards it; `speak` is told how many connections there were before. */
async function reach(speak: (socket: Socket, before: number) => void) {
  let connections = 0;
  let closed = 0;
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => (closed += 1));
    speak(socket, connections);
    connections += 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Before each release it lets settle until so many connections have closed, however busy the machine is. */
  const sendOnceClosed = (atTurn: (turn: number) => number) => {
    let turn = 0;
    const sleep = async (ms: number): Promise<void> => {
      turn += 1;
      const wanted = atTurn(turn);
      await expect.poll(() => closed, { timeout: 5_000, interval: 5 }).toBeGreaterThanOrEqual(wanted);
      await systemClock.sleep(ms);
    };
    return sendTo(origin, undefined, { ...systemClock, sleep });
  };
  return { origin, connections: () => connections, send: sendTo(origin), sendOnceClosed };
}

function sendTo(url: string, ca?: string, clock: Clock = systemClock) {
  const burst = openBurst({ clock, ca });
  closings.push(() => burst.close());
  return (count: number, timeoutMs = 5_000): Promise<readonly BurstExchanged[]> =>
    burst.exchange(
      posts(count).map((each) => ({ ...each, request: { ...each.request, url } })),
      { timeoutMs, strategy: 'connections' },
    );
}

/** Calls back whenever a whole request has. */
function onceWhole(socket: Socket, then: () => void): void {
  let text = '';
  socket.on('data', (bytes) => {
    text += String(bytes);
    if (!/\r\n\r\nbody \d+$/.test(text)) return;
    text = '';
    then();
  });
}

it('connects anew where a connection breaks before the release, and nobody else is hurt', async () => {
  const { sendOnceClosed, connections } = await reach((socket, before) => {
    if (before === 1) socket.once('data', () => socket.resetAndDestroy());
    else onceWhole(socket, () => socket.write(created));
  });
  const made = await sendOnceClosed(() => 1)(3);
  expect(made.map(({ answer }) => answer)).toMatchObject(copiesOf(3, { status: 201, body: 'ok' }));
  expect(connections()).toBe(4);
});

it('gives a request up whose connections keep breaking, and releases the others', async () => {
  const { sendOnceClosed, connections } = await reach((socket) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += String(bytes);
      if (text.includes('Twiceshy-Exchange: e-1\r\n')) socket.destroy();
      else if (/body \d$/.test(text)) socket.write(created);
    });
  });
  const made = await sendOnceClosed((turn) => turn)(3);
  expect(made).toMatchObject([
    { answer: { status: 201 }, delivered: 'whole' },
    { answer: { kind: 'lost', how: 'reset' }, delivered: 'part', releasedMs: null, answeredMs: null },
    { answer: { status: 201 }, delivered: 'whole' },
  ]);
  expect(connections()).toBe(5);
});

it('takes an answer that comes before the release for what it is, and releases nothing', async () => {
  const { sendOnceClosed, connections } = await reach((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n')),
  );
  expect(await sendOnceClosed(() => 2)(2)).toMatchObject(
    copiesOf(2, { answer: { kind: 'answered', status: 401 }, delivered: 'part', releasedMs: null }),
  );
  expect(connections()).toBe(2);
});

it('passes interim answers over', async () => {
  const { send } = await reach((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 102 Processing\r\n\r\n'));
    onceWhole(socket, () => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${created}`));
  });
  expect(await send(2)).toMatchObject(copiesOf(2, { answer: { status: 201, body: 'ok' } }));
});

it.each([
  ['the end of the connection', 'HTTP/1.1 200 OK\r\n\r\nok'],
  ['a version that keeps no connection', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
  ['a word of the receiver', 'HTTP/1.1 200 OK\r\nConnection: Close\r\ncontent-length: 2\r\n\r\nok'],
])('uses a connection no more after %s', async (_name, answer) => {
  const { send, connections } = await reach((socket) =>
    onceWhole(socket, () => (answer.includes('length') ? socket.write(answer) : socket.end(answer))),
  );
  for (let round = 1; round <= 2; round += 1) {
    expect(await send(2)).toMatchObject(copiesOf(2, { answer: { status: 200, body: 'ok' } }));
    expect(connections()).toBe(2 * round);
  }
});

it('reads an answer in chunks, byte by byte', async () => {
  const { send, connections } = await reach((socket) =>
    onceWhole(socket, () => {
      const bytes = 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n';
      for (const byte of bytes) socket.write(byte);
    }),
  );
  for (let round = 1; round <= 2; round += 1) {
    expect(await send(1)).toMatchObject([{ answer: { status: 201, body: 'ok' } }]);
  }
  expect(connections()).toBe(1);
});

it.each([
  ['gibberish', 'SSH-2.0-OpenSSH\r\n\r\n', 'unknown'],
  ['a body that is no chunks', 'HTTP/1.1 201 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'whole'],
])('takes %s for cut', async (_name, answer, delivered) => {
  const { send } = await reach((socket) => onceWhole(socket, () => socket.write(answer)));
  expect(await send(1)).toMatchObject([{ answer: { kind: 'lost', how: 'cut' }, delivered }]);
});

it('never takes for an answer what came while nobody asked', async () => {
  const stray = 'HTTP/1.1 500 Stray\r\ncontent-length: 0\r\n\r\n';
  const { send, connections } = await reach((socket, before) =>
    onceWhole(socket, () => socket.write(before === 0 ? `${created}${stray}` : created)),
  );
  expect(await send(1)).toMatchObject([{ answer: { status: 201 } }]);
  expect(await send(1)).toMatchObject([{ answer: { status: 201 } }]);
  expect(connections()).toBe(2);
});

it('does not wait longer for a connection than for an answer', async () => {
  const { origin } = await reach(() => undefined);
  // Its side of TLS never comes.
  const made = await sendTo(origin.replace('http:', 'https:'))(2, 200);
  expect(made).toMatchObject(
    copiesOf(2, { answer: { kind: 'lost', how: 'timeout' }, delivered: 'none', releasedMs: null }),
  );
});

it.skipIf(!hasOpenssl)('takes a certificate that nobody vouches for as a refusal', async () => {
  const receiver = await openReceiver('HTTPS', (_request, response) => response.end());
  closings.push(() => receiver.close());
  expect(await sendTo(receiver.origin)(2)).toMatchObject(
    copiesOf(2, { answer: { kind: 'lost', how: 'refused' }, delivered: 'none', releasedMs: null }),
  );
});

it('refuses a virtual clock, more requests than it can hold, and headers that HTTP cannot carry', async () => {
  expect(() => openBurst({ clock: virtualClock(0) })).toThrow(/real clock/);
  const burst = openBurst({ clock: systemClock });
  closings.push(() => burst.close());
  const options = { timeoutMs: 1_000, strategy: 'connections' } as const;
  const request = { method: 'GET', url: 'http://127.0.0.1:9/', headers: [], body: null };
  const many = Array.from({ length: 257 }, (_, index) => ({ id: `e-${index}`, request }));
  await expect(burst.exchange(many, options)).rejects.toThrow(/at most 256/);
  for (const value of ['a\r\nX-Other: b', '雪']) {
    const bad = { ...request, headers: [['Idempotency-Key', value]] as const };
    await expect(burst.exchange([{ id: 'e', request: bad }], options)).rejects.toThrow(TypeError);
  }
});
