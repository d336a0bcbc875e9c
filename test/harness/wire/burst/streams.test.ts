import { once } from 'node:events';
import { createServer } from 'node:http2';
import { createServer as createMuteServer, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { BurstExchanged } from '../../../../src/harness/model/exchange.js';
import { systemClock } from '../../../../src/harness/run/system-clock.js';
import { openBurst } from '../../../../src/harness/wire/burst/open-burst.js';
import { speaksHttp2 } from '../../../../src/harness/wire/burst/speaks-http2.js';
import { hasOpenssl } from '../../../support/self-signed.js';
import { copiesOf, posts } from './burst-contract.js';
import { identity, openReceiver, type Handler, type Transport } from './burst-receiver.js';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

async function serve(transport: Transport, streams = 100): Promise<string> {
  const answer: Handler = (request, response) => void request.resume().on('end', () => response.end('ok'));
  const receiver = await openReceiver(transport, answer, { streams });
  closings.push(() => receiver.close());
  return receiver.origin;
}

function send(origin: string, count: number, plainHttp2 = true): Promise<readonly BurstExchanged[]> {
  const burst = openBurst({ clock: systemClock, ca: identity.cert, plainHttp2 });
  closings.push(() => burst.close());
  return burst.exchange(
    posts(count).map((each) => ({ ...each, request: { ...each.request, url: `${origin}/tasks` } })),
    { timeoutMs: 5_000, strategy: 'streams' },
  );
}

const speaks = (origin: string, plainHttp2 = false, timeoutMs = 5_000): Promise<boolean> =>
  speaksHttp2(origin, { clock: systemClock, ca: identity.cert, plainHttp2, timeoutMs });

it('sends no more streams than the receiver allows at once, and says which it did not', async () => {
  const made = await send(await serve('plain HTTP/2', 2), 3);
  expect(made).toMatchObject([
    { answer: { status: 200 }, delivered: 'whole' },
    { answer: { status: 200 }, delivered: 'whole' },
    {
      answer: {
        kind: 'lost',
        how: 'refused',
        detail: 'the receiver allows 2 streams at once over one connection',
      },
      delivered: 'none',
      releasedMs: null,
    },
  ]);
});

it('takes a stream that the receiver refused for refused, with nothing delivered', async () => {
  const server = createServer();
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.resume().on('end', () => stream.close(7));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(async () => {
    server.close();
    await once(server, 'close');
  });
  const made = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 2);
  expect(made).toMatchObject(copiesOf(2, { answer: { kind: 'lost', how: 'refused' }, delivered: 'none' }));
});

it('speaks HTTP/2 over plain HTTP only where it is told to', async () => {
  expect(await send(await serve('plain HTTP/2'), 1, false)).toMatchObject([
    {
      answer: { kind: 'lost', how: 'refused', detail: expect.stringContaining('plain HTTP') },
      delivered: 'none',
    },
  ]);
});

it.skipIf(!hasOpenssl)(
  'takes a receiver that speaks no HTTP/2 for refused, with nothing delivered',
  async () => {
    expect(await send(await serve('HTTPS'), 2)).toMatchObject(
      copiesOf(2, { answer: { kind: 'lost', how: 'refused' }, delivered: 'none' }),
    );
  },
);

it.skipIf(!hasOpenssl)('asks a receiver over TLS whether it speaks HTTP/2', async () => {
  expect(await speaks(await serve('HTTP/2 over TLS'))).toBe(true);
  expect(await speaks(await serve('HTTPS'))).toBe(false);
});

it('asks a receiver over plain HTTP only where it is told to', async () => {
  const origin = await serve('plain HTTP/2');
  expect(await speaks(origin)).toBe(false);
  expect(await speaks(origin, true)).toBe(true);
  expect(await speaks(await serve('HTTP'), true)).toBe(false);
});

it('takes a receiver that cannot be reached, or says nothing in time, for one that does not', async () => {
  const receiver = await openReceiver('HTTP', () => undefined);
  const { origin } = receiver;
  await receiver.close();
  expect(await speaks(origin, true)).toBe(false);
  const mute = createMuteServer((socket) => socket.on('error', () => undefined).resume());
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  closings.push(() => once(mute.close(), 'close'));
  const { port } = mute.address() as AddressInfo;
  expect(await speaks(`http://127.0.0.1:${port}`, true, 100)).toBe(false);
  expect(await speaks(`https://127.0.0.1:${port}`, false, 100)).toBe(false);
});
