import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExchangeOptions, HttpRequest, WireEffect } from '../../../src/harness/model/exchange.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import type { ProxyLimits } from '../../../src/harness/wire/fault-proxy/limits.js';
import { openProxyLine, type ProxyLine } from '../../../src/harness/wire/proxy-line.js';
import { openProxyPlane, type LentExchange, type ProxyWire } from '../../../src/harness/wire/proxy-plane.js';
import { serveHandler, type LoopbackServer } from './loopback-server.js';
import { describePlane, onLoopback } from './plane-contract.js';

describePlane(
  'proxy-plane before a receiver on loopback',
  onLoopback(() => openProxyPlane({ clock: systemClock })),
);

describe('proxy-plane', () => {
  let server: LoopbackServer;
  let wire: ProxyWire;
  const received: string[] = [];
  const begin = async (limits: Partial<ProxyLimits> = {}): Promise<void> => {
    received.length = 0;
    server = await serveHandler(async (request) => {
      received.push(await request.text());
      return Response.json({ id: `r-${received.length}` }, { status: 201 });
    });
    wire = openProxyPlane({ clock: systemClock, limits });
  };
  const send = (
    effects: readonly WireEffect[],
    options: Partial<ExchangeOptions> & { body?: string } = {},
  ): ReturnType<ProxyWire['exchange']> =>
    wire.exchange(
      { method: 'POST', url: `${server.origin}/tasks`, headers: [], body: options.body ?? 'hello' },
      { id: 'e-1', effects, timeoutMs: 2_000, connection: 'warm', ...options },
    );
  afterEach(async () => {
    await wire.close();
    await server.close();
  });

  it.each([
    [{ kind: 'reset-before-request' }, 'none', 0],
    [{ kind: 'reset-in-headers' }, 'part', 0],
    [{ kind: 'reset-in-body' }, 'part', 0],
  ] as const)(
    '%o: the sender sees a reset, and the receiver no whole request',
    async (effect, delivered, count) => {
      await begin();
      expect(await send([effect])).toMatchObject({
        answer: { kind: 'lost', how: 'reset' },
        delivered,
        applied: [effect.kind],
        hidden: [],
      });
      expect(received).toHaveLength(count);
    },
  );

  it('reset-after-request: delivered whole, and nobody knows the answer', async () => {
    await begin();
    const made = await send([{ kind: 'reset-after-request' }]);
    expect(made).toMatchObject({ answer: { kind: 'lost', how: 'reset' }, delivered: 'whole', hidden: [] });
    await expect.poll(() => received).toEqual(['hello']);
  });

  it.each(['cut-status-line', 'cut-headers'] as const)(
    '%s: lost, with the answer behind it',
    async (kind) => {
      await begin();
      expect(await send([{ kind }])).toMatchObject({
        answer: { kind: 'lost', how: 'reset' },
        delivered: 'whole',
        applied: [kind],
        hidden: [{ status: 201, body: '{"id":"r-1"}' }],
      });
    },
  );

  it('stall: the answer comes, late', async () => {
    await begin();
    const made = await send([{ kind: 'stall', ms: 60 }]);
    expect(made).toMatchObject({
      answer: { status: 201 },
      delivered: 'whole',
      applied: ['stall'],
      hidden: [],
    });
    expect(made.ms).toBeGreaterThanOrEqual(59);
  });

  it('turn-away: a middlebox answers, with Retry-After if given', async () => {
    await begin();
    const made = await send([{ kind: 'turn-away', status: 503, retryAfterS: 3 }]);
    expect(made).toMatchObject({ answer: { status: 503 }, delivered: 'none', applied: ['turn-away'] });
    expect(made.answer.kind === 'answered' && made.answer.headers).toContainEqual(['retry-after', '3']);
    expect(received).toEqual([]);
  });

  it('close-on-reuse: takes place on a kept connection alone', async () => {
    await begin();
    expect(await send([{ kind: 'close-on-reuse' }])).toMatchObject({ answer: { status: 201 }, applied: [] });
    expect(await send([{ kind: 'close-on-reuse' }], { id: 'e-2' })).toMatchObject({
      answer: { kind: 'lost', how: 'reset' },
      delivered: 'none',
      applied: ['close-on-reuse'],
    });
    expect(received).toHaveLength(1);
  });

  it('hold-request: the sender gives up, a later exchange arrives first, and the entry tells the end', async () => {
    await begin();
    const held = await send([{ kind: 'hold-request', later: 1 }], { timeoutMs: 60, body: 'early' });
    expect(held).toMatchObject({
      answer: { kind: 'lost', how: 'timeout' },
      delivered: 'unknown',
      applied: ['hold-request'],
    });
    expect(received).toEqual([]);
    expect(await send([], { id: 'e-2', body: 'late' })).toMatchObject({ answer: { body: '{"id":"r-1"}' } });
    await expect.poll(() => received).toEqual(['late', 'early']);
    await expect
      .poll(() => wire.entries().map(({ exchange, delivered }) => [exchange, delivered]))
      .toEqual([
        ['e-2', 'whole'],
        ['e-1', 'whole'],
      ]);
  });

  it('hold-request: arrives when it is let go', async () => {
    await begin();
    const exchanged = send([{ kind: 'hold-request', later: 9 }]);
    await expect.poll(() => wire.release('e-1')).toBe(true);
    expect(await exchanged).toMatchObject({ answer: { status: 201 }, delivered: 'whole' });
  });

  it('holds no more than its bounds allow, and says so', async () => {
    await begin({ heldBytes: 1_000 });
    const body = 'x'.repeat(5_000);
    expect(await send([{ kind: 'double' }], { body })).toMatchObject({
      applied: [],
      answer: { status: 201 },
    });
    expect(await send([{ kind: 'hold-request', later: 1 }], { id: 'e-2', body })).toMatchObject({
      applied: [],
      answer: { status: 201 },
    });
    expect(wire.entries().map(({ missed }) => missed)).toEqual([
      [{ kind: 'double', why: 'the request has more bytes than may be held' }],
      [{ kind: 'hold-request', why: 'the request has more bytes than may be held' }],
    ]);
  });

  it('refuses a virtual clock, two exchanges of one id, and work after it was closed', async () => {
    await begin();
    expect(() => openProxyPlane({ clock: virtualClock(0) })).toThrow(/sockets keep real time/);
    const first = send([]);
    await expect(send([])).rejects.toThrow(/id of its own/);
    await first;
    await wire.close();
    await expect(send([])).rejects.toThrow(/closed before/);
  });
});

describe('an exchange of the proxy plane that is lent to another process', () => {
  let server: LoopbackServer;
  let wire: ProxyWire;
  let line: ProxyLine;
  let port = 0;
  const received: string[] = [];
  beforeEach(async () => {
    received.length = 0;
    server = await serveHandler(async (request) => {
      received.push(await request.text());
      return Response.json({ id: 'r-1' }, { status: 201 });
    });
    wire = openProxyPlane({ clock: systemClock });
    line = openProxyLine(systemClock, () => port);
  });
  afterEach(async () => {
    await line.close();
    await wire.close();
    await server.close();
  });
  const options = { id: 'e-1', effects: [], timeoutMs: 2_000, connection: 'warm' } as const;
  const request = (): HttpRequest => ({
    method: 'POST',
    url: `${server.origin}/tasks`,
    headers: [],
    body: 'hello',
  });
  const lend = async (effects: readonly WireEffect[] = []): Promise<LentExchange> => {
    const lent = await wire.lend(request(), { ...options, effects });
    ({ port } = lent);
    return lent;
  };
  const make = ({ connection }: LentExchange): ReturnType<ProxyLine['fetch']> =>
    line.fetch(request(), { ...options, connection });

  it('goes over the port that it is lent, and both sights of it are joined', async () => {
    const lent = await lend([{ kind: 'lose-reply' }]);
    expect(await lent.end(await make(lent))).toMatchObject({
      answer: { kind: 'lost', how: 'reset' },
      delivered: 'whole',
      applied: ['lose-reply'],
      hidden: [{ status: 201 }],
    });
    lent.giveBack();
    expect(received).toEqual(['hello']);
  });

  it('is refused where nobody takes a connection', async () => {
    const lent = await lend([{ kind: 'refuse' }]);
    expect(lent.connection).toBe('fresh');
    expect(await lent.end(await make(lent))).toMatchObject({
      answer: { kind: 'lost', how: 'refused' },
      delivered: 'none',
      applied: ['refuse'],
    });
    lent.giveBack();
    expect(received).toEqual([]);
  });

  it('is lost where its maker died, with how far it had come', async () => {
    const unsent = await lend();
    expect(await unsent.end(null)).toMatchObject({ answer: { how: 'reset' }, delivered: 'unknown' });
    unsent.giveBack();
    const unheard = await lend([{ kind: 'stall', ms: 5_000 }]);
    const made = make(unheard);
    await expect.poll(() => received).toEqual(['hello']);
    await line.close();
    await made;
    expect(await unheard.end(null)).toMatchObject({
      answer: { kind: 'lost', how: 'reset' },
      delivered: 'whole',
    });
    unheard.giveBack();
  });

  it('tells that its request is held, and may be ended then', async () => {
    const lent = await lend([{ kind: 'hold-request', later: 9 }]);
    const made = make(lent);
    await lent.held;
    expect(received).toEqual([]);
    expect(wire.release('e-1')).toBe(true);
    expect(await lent.end(await made)).toMatchObject({
      answer: { status: 201 },
      applied: ['hold-request'],
    });
    lent.giveBack();
  });

  it('keeps its id until it is given back', async () => {
    const lent = await lend();
    await expect(lend()).rejects.toThrow(/id of its own/);
    lent.giveBack();
    (await lend()).giveBack();
  });
});
