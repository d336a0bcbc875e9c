import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ExchangeOptions, HttpRequest, Wire } from '../../../src/harness/model/exchange.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { openMswPlane } from '../../../src/harness/wire/msw-plane.js';
import type { LocalReceiver } from '../../../src/harness/wire/near-receiver.js';
import { serveHandler } from './loopback-server.js';
import { describePlane, onLoopback } from './plane-contract.js';

const origin = 'http://receiver.invalid';

describePlane('msw-plane before a receiver in process', async (handle) => {
  const clock = virtualClock(1_000_000);
  const wire = openMswPlane({ clock, origin, local: (request) => handle(request, clock) });
  return { wire, clock, origin, close: () => wire.close() };
});

describePlane(
  'msw-plane before a receiver on loopback',
  onLoopback((target) => openMswPlane({ clock: systemClock, origin: target, local: null })),
);

describe('msw-plane', () => {
  let wire: Wire | undefined;
  const clock = virtualClock(0);
  const open = (local: LocalReceiver): Wire => (wire = openMswPlane({ clock, origin, local }));
  afterEach(async () => {
    vi.useRealTimers();
    await wire?.close();
  });

  it('restores the global fetch, and can be opened again', async () => {
    const before = globalThis.fetch;
    const first = openMswPlane({ clock, origin, local: null });
    expect(globalThis.fetch).not.toBe(before);
    await first.close();
    expect(globalThis.fetch).toBe(before);
    await openMswPlane({ clock, origin, local: null }).close();
    expect(globalThis.fetch).toBe(before);
  });

  it('refuses to be opened twice at once, and leaves the first one working', async () => {
    const first = open(async () => new Response('first'));
    expect(() => openMswPlane({ clock, origin, local: null })).toThrow(/Close the first plane/);
    expect((await first.exchange(get('/'), plan())).answer).toMatchObject({ body: 'first' });
  });

  it('refuses an exchange after it was closed, even where another plane is open', async () => {
    const first = openMswPlane({ clock, origin, local: null });
    await first.close();
    open(async () => new Response('second'));
    await first.close();
    await expect(first.exchange(get('/'), plan())).rejects.toThrow(/closed before/);
    expect(() => openMswPlane({ clock, origin, local: null })).toThrow();
  });

  it('refuses two exchanges of one id at once', async () => {
    const plane = open(async () => {
      await clock.sleep(5);
      return new Response('ok');
    });
    const first = plane.exchange(get('/'), plan());
    await expect(plane.exchange(get('/'), plan())).rejects.toThrow(/id of its own/);
    expect((await first).answer).toMatchObject({ status: 200 });
  });

  it('tells the receiver in process which connection it is called over, and by which client', async () => {
    const seen: [string, string | null][] = [];
    const plane = open(async (request, { connection }) => {
      seen.push([connection, request.headers.get('user-agent')]);
      return new Response('ok');
    });
    await plane.exchange(get('/'), plan());
    await plane.exchange(get('/'), plan({ connection: 'fresh' }));
    await plane.exchange(get('/'), plan());
    await plane.exchange({ ...get('/'), headers: [['user-agent', 'mine']] }, plan({ connection: 'fresh' }));
    const [warm, fresh, warmAgain, another] = seen;
    expect(warm).toEqual(warmAgain);
    expect(new Set([warm?.[0], fresh?.[0], another?.[0]]).size).toBe(3);
    expect(fresh?.[1]).not.toBe(warm?.[1]);
    expect(another?.[1]).toBe(fresh?.[1]);
  });

  it('takes a receiver in process that throws, or breaks off its body, for a broken connection', async () => {
    let answer = async (): Promise<Response> => {
      throw new Error('out of paper');
    };
    const plane = open(() => answer());
    expect(await plane.exchange(get('/'), plan())).toMatchObject({
      answer: { kind: 'lost', how: 'reset', detail: expect.stringContaining('out of paper') },
      delivered: 'whole',
    });
    answer = async () => Response.error();
    expect((await plane.exchange(get('/'), plan())).answer).toMatchObject({ kind: 'lost', how: 'reset' });
    answer = async () => new Response(new ReadableStream({ pull: (body) => body.error(new Error('torn')) }));
    expect((await plane.exchange(get('/'), plan())).answer).toMatchObject({ kind: 'lost', how: 'cut' });
  });

  it('hands a redirect of the receiver in process to the sender', async () => {
    const plane = open(async () => Response.redirect('http://elsewhere.invalid/', 302));
    expect((await plane.exchange(get('/'), plan())).answer).toMatchObject({ status: 302 });
  });

  it('keeps no cookies between exchanges', async () => {
    const cookies: (string | null)[] = [];
    const plane = open(async (request) => {
      cookies.push(request.headers.get('cookie'));
      const headers = new Headers();
      headers.append('set-cookie', 'a=1');
      headers.append('set-cookie', 'b=2; Path=/');
      return new Response('ok', { headers });
    });
    const { answer } = await plane.exchange(get('/'), plan());
    await plane.exchange(get('/'), plan());
    expect(cookies).toEqual([null, null]);
    expect(answer).toMatchObject({
      headers: expect.arrayContaining([
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2; Path=/'],
      ]),
    });
  });

  it('leaves other requests of the process alone, also those that carry an exchange header on', async () => {
    const server = await serveHandler(
      async (request) => new Response(request.headers.get('twiceshy-exchange')),
    );
    const plane = open(async (request) => {
      const asked = await fetch(server.origin, { headers: request.headers });
      return new Response(`asked ${await asked.text()}`);
    });
    const exchanged = await plane.exchange(get('/'), plan({ id: 'outer' }));
    expect(exchanged.answer).toMatchObject({ body: 'asked outer' });
    expect(await (await fetch(server.origin)).text()).toBe('');
    await server.close();
  });

  it('says so when something else has put the global fetch back', async () => {
    const unpatched = globalThis.fetch;
    const server = await serveHandler(async () => new Response('past'));
    const plane = openMswPlane({ clock: systemClock, origin: server.origin, local: null });
    const patched = globalThis.fetch;
    globalThis.fetch = unpatched;
    const exchanged = plane.exchange(
      { ...get('/'), url: server.origin },
      plan({ effects: [{ kind: 'double' }] }),
    );
    await expect(exchanged).rejects.toThrow(/went past MSW/);
    globalThis.fetch = patched;
    await plane.close();
    await server.close();
  });

  it('takes no virtual time for an exchange, however long somebody else sleeps meanwhile', async () => {
    const plane = open(async (request) => Response.json(await request.text()));
    const asleep = clock.sleep(60_000);
    const exchanges = [];
    for (let count = 0; count < 20; count += 1) {
      exchanges.push(await plane.exchange(post('/tasks', 'hello'), plan({ timeoutMs: 50 })));
    }
    expect(exchanges.every(({ ms, answer }) => ms === 0 && answer.kind === 'answered')).toBe(true);
    await asleep;
  });

  it('lets the sender give up and come again while the receiver still works', async () => {
    const log: string[] = [];
    const began = clock.now();
    const note = (what: string): void => void log.push(`${clock.now() - began} ${what}`);
    const plane = open(async (request) => {
      const id = request.headers.get('twiceshy-exchange');
      note(`${id} arrived`);
      await clock.sleep(id === 'first' ? 5_000 : 100);
      note(`${id} written`);
      return new Response('ok');
    });
    const first = await plane.exchange(post('/', 'x'), plan({ id: 'first', timeoutMs: 1_000 }));
    note('first given up');
    await clock.sleep(500);
    const retry = await plane.exchange(post('/', 'x'), plan({ id: 'retry', timeoutMs: 1_000 }));
    note('retry answered');
    await clock.sleep(10_000);
    expect([first.answer.kind, first.delivered, retry.answer.kind]).toEqual(['lost', 'whole', 'answered']);
    expect(log).toEqual([
      '0 first arrived',
      '1000 first given up',
      '1500 retry arrived',
      '1600 retry written',
      '1600 retry answered',
      '5000 first written',
    ]);
  });

  it('throws rather than hang when nobody is left who could answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const plane = open(() => new Promise(() => {}));
    const exchanged = plane.exchange(get('/'), plan());
    const refused = expect(exchanged).rejects.toThrow(/hung for 30 s/);
    await vi.advanceTimersByTimeAsync(30_000);
    await refused;
  });

  it('forgets what MSW keeps of lost exchanges, and goes on intercepting', async () => {
    const plane = open(async () => new Response('ok'));
    for (let count = 0; count < 1_001; count += 1) {
      await plane.exchange(get('/'), plan({ effects: [{ kind: 'refuse' }] }));
    }
    const after = await plane.exchange(
      get('/'),
      plan({ effects: [{ kind: 'gateway-answer', status: 502 }] }),
    );
    expect(after.answer).toMatchObject({ status: 502 });
  });
});

function get(path: string): HttpRequest {
  return { method: 'GET', url: `${origin}${path}`, headers: [], body: null };
}

function post(path: string, body: string): HttpRequest {
  return { ...get(path), method: 'POST', body };
}

function plan(options: Partial<ExchangeOptions> = {}): ExchangeOptions {
  return { id: 'exchange-1', effects: [], timeoutMs: 1_000, connection: 'warm', ...options };
}
