import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { BurstExchanged, BurstRequest, BurstStrategy } from '../../../../src/harness/model/exchange.js';
import { systemClock } from '../../../../src/harness/run/system-clock.js';
import { openBurst, type OpenBurst } from '../../../../src/harness/wire/burst/open-burst.js';
import {
  identity,
  openReceiver,
  type BurstReceiver,
  type Handler,
  type Transport,
} from './burst-receiver.js';

const copies = 20;

/** What every burst keeps to, however its requests travel. */
export function describeBurst(strategy: BurstStrategy, transport: Transport): void {
  describe(`a burst over ${transport}`, () => {
    const closings: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closings.splice(0).toReversed()) await close();
    });

    const open = (): OpenBurst => {
      const burst = openBurst({ clock: systemClock, ca: identity.cert, plainHttp2: true });
      closings.push(() => burst.close());
      return burst;
    };
    const serve = async (handler: Handler): Promise<Reached> => {
      const receiver = await openReceiver(transport, handler);
      closings.push(() => receiver.close());
      const burst = open();
      return {
        receiver,
        burst,
        send: (requests, timeoutMs = 5_000) =>
          burst.exchange(
            requests.map((each) => ({
              ...each,
              request: { ...each.request, url: `${receiver.origin}/tasks` },
            })),
            { timeoutMs, strategy },
          ),
      };
    };

    it('lets every request be under way before it lets any be whole', async () => {
      const seen: string[] = [];
      const { send } = await serve((request, response) => {
        seen.push('begun');
        request.resume().on('end', () => {
          seen.push('whole');
          response.writeHead(201).end();
        });
      });
      const made = await send(posts(copies));
      expect(made.every(({ answer }) => answer.kind === 'answered')).toBe(true);
      expect(seen).toEqual([...Array(copies).fill('begun'), ...Array(copies).fill('whole')]);
    });

    it('gives each request its own answer, in whatever order they come', async () => {
      const waiting: (() => void)[] = [];
      const { send } = await serve((request, response) => {
        readBody(request, (body) => {
          const id = String(request.headers['twiceshy-exchange']);
          waiting.push(() => response.writeHead(201, { 'X-Id': id }).end(body));
          if (waiting.length === copies) for (const answer of waiting.toReversed()) answer();
        });
      });
      const made = await send(posts(copies));
      expect(made.map(({ answer }) => answer)).toEqual(
        posts(copies).map(({ id, request }) =>
          expect.objectContaining({
            kind: 'answered',
            status: 201,
            body: request.body,
            headers: expect.arrayContaining([['x-id', id]]),
          }),
        ),
      );
      expect(made.every(({ delivered }) => delivered === 'whole')).toBe(true);
    });

    it('measures when each was released and answered, from the first release on', async () => {
      const { send } = await serve((request, response) => readBody(request, () => response.end()));
      const made = await send(posts(copies));
      const released = made.map(({ releasedMs }) => releasedMs ?? NaN);
      expect(released[0]).toBe(0);
      expect(released).toEqual(released.toSorted((a, b) => a - b));
      for (const { releasedMs, answeredMs, ms } of made) {
        expect(answeredMs ?? NaN).toBeGreaterThan(releasedMs ?? NaN);
        expect(ms).toBeGreaterThan((answeredMs ?? NaN) - (releasedMs ?? NaN));
      }
    });

    it('sends a request as it is, with the correlation id and nothing that it was not told', async () => {
      const seen: { method: unknown; url: unknown; headers: IncomingMessage['headers']; body: string }[] = [];
      const { send } = await serve((request, response) => {
        readBody(request, (body) => {
          seen.push({ method: request.method, url: request.url, headers: request.headers, body });
          response.end();
        });
      });
      const headers = [
        ['Idempotency-Key', 'caf\u00e9'],
        ['X-Twice', 'a'],
        ['X-Twice', 'b'],
        ['Connection', 'close'],
      ] as const;
      await send([{ id: 'e-1', request: { method: 'PUT', url: '', headers, body: 'é雪' } }]);
      expect(seen).toMatchObject([
        {
          method: 'PUT',
          url: '/tasks',
          body: 'é雪',
          headers: {
            'idempotency-key': 'caf\u00e9',
            'x-twice': 'a, b',
            'content-length': '5',
            'twiceshy-exchange': 'e-1',
            'user-agent': 'twiceshy',
          },
        },
      ]);
      expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('content-type');
      expect(seen[0]?.headers.connection).not.toBe('close');
    });

    it('releases requests without a body, and with one of a single byte', async () => {
      const seen: string[] = [];
      const { send } = await serve((request, response) => {
        readBody(request, (body) => {
          seen.push(`${request.method} ${body}`);
          response.end('ok');
        });
      });
      const requests = (['GET', 'DELETE', 'POST', 'HEAD'] as const).map((method) => ({
        id: `e-${method}`,
        request: { method, url: '', headers: [], body: null },
      }));
      const made = await send([...requests, post('e-byte', 'x'), post('e-empty', '')]);
      expect(made.map(({ answer }) => (answer.kind === 'answered' ? answer.body : answer))).toEqual([
        'ok',
        'ok',
        'ok',
        '',
        'ok',
        'ok',
      ]);
      expect(seen.toSorted()).toEqual(['DELETE ', 'GET ', 'HEAD ', 'POST ', 'POST ', 'POST x']);
    });

    it('brings big bodies across, both ways', async () => {
      const { send } = await serve((request, response) => void request.pipe(response));
      const body = `${'é雪'.repeat(100_000)}.`;
      const made = await send([post('e-1', body), post('e-2', body)], 20_000);
      expect(made.map(({ answer }) => answer.kind === 'answered' && answer.body === body)).toEqual([
        true,
        true,
      ]);
    });

    it('decodes a compressed answer', async () => {
      const { send } = await serve((request, response) => {
        readBody(request, () =>
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"id":"r-1"}')),
        );
      });
      expect(await send(posts(1))).toMatchObject([{ answer: { kind: 'answered', body: '{"id":"r-1"}' } }]);
    });

    it('reads no more than 4 MiB of an answer, and says so', async () => {
      const { send } = await serve((request, response) => {
        const more = (): void =>
          void response.write(Buffer.alloc(1 << 16, 'x'), (error) => (error ? null : more()));
        request.resume().on('end', () => {
          response.on('error', () => undefined);
          more();
        });
      });
      expect(await send(posts(2), 20_000)).toMatchObject(
        copiesOf(2, {
          answer: { kind: 'lost', how: 'cut', detail: expect.stringContaining('4194304') },
          delivered: 'whole',
        }),
      );
    });

    it('takes an answer that never comes for a timeout, of that request alone', async () => {
      const { send } = await serve((request, response) => {
        readBody(request, (body) => (body === 'body 1' ? undefined : response.writeHead(201).end()));
      });
      const made = await send(posts(3), 300);
      expect(made.map(({ answer }) => answer)).toMatchObject([
        { status: 201 },
        { kind: 'lost', how: 'timeout' },
        { status: 201 },
      ]);
      expect(made[1]).toMatchObject({ delivered: 'unknown', answeredMs: null });
      expect(made[1]?.ms).toBeGreaterThanOrEqual(299);
    });

    it('takes an answer that breaks off for cut, of that request alone', async () => {
      const { send } = await serve((request, response) => {
        readBody(request, (body) => {
          response.writeHead(201, body === 'body 1' ? { 'content-length': '100' } : {});
          if (body === 'body 1') response.write('half of it', () => breakOff(response));
          else response.end('all of it');
        });
      });
      const made = await send(posts(3));
      expect(made).toMatchObject([
        { answer: { body: 'all of it' } },
        { answer: { kind: 'lost', how: 'cut' }, delivered: 'whole' },
        { answer: { body: 'all of it' } },
      ]);
    });

    it('takes a connection that breaks in place of an answer for a reset, delivered or not', async () => {
      const { send } = await serve((request) => readBody(request, () => request.socket.destroy()));
      expect(await send(posts(2))).toMatchObject(
        copiesOf(2, { answer: { kind: 'lost', how: 'reset' }, delivered: 'unknown', answeredMs: null }),
      );
    });

    it('takes a port where nobody listens for refused, with nothing delivered and nothing released', async () => {
      const { receiver, send } = await serve(() => undefined);
      await receiver.close();
      closings.splice(closings.length - 2, 1);
      expect(await send(posts(2))).toMatchObject(
        copiesOf(2, {
          answer: { kind: 'lost', how: 'refused', detail: expect.stringContaining('ECONNREFUSED') },
          delivered: 'none',
          releasedMs: null,
          answeredMs: null,
        }),
      );
    });

    it('keeps its connections for the next round', async () => {
      const { receiver, send } = await serve((request, response) => readBody(request, () => response.end()));
      await send(posts(copies));
      await send(posts(copies));
      expect(receiver.connections()).toBe(strategy === 'streams' ? 1 : copies);
      expect(receiver.open()).toBe(receiver.connections());
    });

    it('connects anew where the receiver has closed what was kept', async () => {
      const { receiver, send } = await serve((request, response) => readBody(request, () => response.end()));
      await send(posts(copies));
      receiver.hangUp();
      const made = await send(posts(copies));
      expect(made.filter(({ answer }) => answer.kind === 'answered')).toHaveLength(copies);
      expect(receiver.connections()).toBe(2 * (strategy === 'streams' ? 1 : copies));
    });

    it('leaves no connection and no descriptor behind when it is closed', async () => {
      const { receiver, burst, send } = await serve((request, response) => {
        readBody(request, (body) => (body === 'body 1' ? undefined : response.end()));
      });
      const before = descriptors();
      await send(posts(copies), 300);
      expect(descriptors()).toBeGreaterThan(before);
      await burst.close();
      await expect.poll(() => receiver.open()).toBe(0);
      await expect.poll(() => descriptors()).toBeLessThanOrEqual(before);
      await expect(send(posts(1))).rejects.toThrow(/was closed/);
    });

    it('ends what is under way when it is closed', async () => {
      let whole = 0;
      const { burst, send } = await serve((request) => {
        request.resume().on('end', () => {
          whole += 1;
          if (whole === 3) void burst.close();
        });
      });
      expect(await send(posts(3), 60_000)).toMatchObject(
        copiesOf(3, { answer: { kind: 'lost', how: 'reset' } }),
      );
    });
  });
}

interface Reached {
  readonly receiver: BurstReceiver;
  readonly burst: OpenBurst;
  readonly send: (
    requests: readonly BurstRequest[],
    timeoutMs?: number,
  ) => Promise<readonly BurstExchanged[]>;
}

/** So many creates; the URL is filled in by who sends them. */
export function posts(count: number): readonly BurstRequest[] {
  return Array.from({ length: count }, (_, index) => post(`e-${index}`, `body ${index}`));
}

function post(id: string, body: string): BurstRequest {
  return { id, request: { method: 'POST', url: '', headers: [], body } };
}

/** So many of what is expected. */
export function copiesOf<What>(count: number, what: What): readonly What[] {
  return Array.from({ length: count }, () => what);
}

/** Calls back with the whole body of a request; never where that breaks off. */
function readBody(request: IncomingMessage, then: (body: string) => void): void {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += String(chunk)));
  request.on('end', () => then(text));
  request.on('error', () => undefined);
}

/** Over HTTP/2 only the stream breaks. */
function breakOff(response: Parameters<Handler>[1]): void {
  if ('stream' in response) (response.stream as { close(code: number): void }).close(2);
  else response.destroy();
}

function descriptors(): number {
  return readdirSync('/proc/self/fd').length;
}
