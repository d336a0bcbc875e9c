import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/harness/model/clock.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { serveHandler } from './loopback-server.js';
import type {
  Answer,
  ExchangeOptions,
  HttpRequest,
  Wire,
  WireEffect,
} from '../../../src/harness/model/exchange.js';

/** A plane on trial, in front of the receiver that the contract scripts. */
export interface PlaneOnTrial {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly origin: string;
  close(): Promise<void>;
}

/** Opens a plane in front of a receiver that answers by the given handler. */
export type OpenPlane = (
  handle: (request: Request, clock: Clock) => Promise<Response>,
) => Promise<PlaneOnTrial>;

/** Opens a plane over real sockets, in front of a receiver on loopback. */
export function onLoopback(wireTo: (origin: string) => Wire): OpenPlane {
  return async (handle) => {
    const server = await serveHandler((request) => handle(request, systemClock));
    const wire = wireTo(server.origin);
    return {
      wire,
      clock: systemClock,
      origin: server.origin,
      async close() {
        await wire.close();
        await server.close();
      },
    };
  };
}

/** Long enough that no loaded machine is late by itself, short enough to be waited for in a few tests. */
const timeoutMs = 1_000;

/** Holds a plane to what each wire effect means, whatever it is made of. */
export function describePlane(name: string, open: OpenPlane): void {
  describe(`${name} as a wire`, () => {
    let trial: Trial;
    const begin = async (script?: Script): Promise<Trial> => (trial = await beginTrial(open, script));
    afterEach(() => trial.plane.close());

    it('brings the request and the answer across unchanged when nothing is planned', async () => {
      const { exchange, received } = await begin();
      const exchanged = await exchange([]);
      expect(exchanged).toMatchObject({ delivered: 'whole', applied: [], hidden: [] });
      expect(plain(exchanged.answer)).toEqual(created(1));
      expect(received).toHaveLength(1);
      expect(received[0]).toMatchObject({ method: 'POST', path: '/tasks?x=1', body: payload });
      expect(received[0]?.headers).toMatchObject({
        'content-type': 'application/json',
        'idempotency-key': 'key-1',
      });
    });

    it('sends the correlation id along', async () => {
      const { exchange, received } = await begin();
      await exchange([], { id: 'run-7/exchange-3' });
      expect(received[0]?.headers['twiceshy-exchange']).toBe('run-7/exchange-3');
    });

    it('lose-reply: the receiver has answered, the sender sees a reset', async () => {
      const { exchange, received } = await begin();
      const exchanged = await exchange([{ kind: 'lose-reply' }]);
      expect(exchanged).toMatchObject({
        answer: { kind: 'lost', how: 'reset' },
        delivered: 'whole',
        applied: ['lose-reply'],
      });
      expect(exchanged.hidden.map(plain)).toEqual([created(1)]);
      expect(received).toHaveLength(1);
    });

    it('hold-reply: the receiver has answered, the sender runs out of patience', async () => {
      const { exchange, received } = await begin();
      const exchanged = await exchange([{ kind: 'hold-reply' }]);
      expect(exchanged).toMatchObject({
        answer: { kind: 'lost', how: 'timeout' },
        delivered: 'whole',
        applied: ['hold-reply'],
      });
      expect(exchanged.hidden.map(plain)).toEqual([created(1)]);
      expect(exchanged.ms).toBeGreaterThanOrEqual(timeoutMs - 1);
      expect(received).toHaveLength(1);
    });

    it('gateway-answer: the receiver has answered, the sender sees what a middlebox says', async () => {
      const { exchange, received } = await begin();
      const exchanged = await exchange([{ kind: 'gateway-answer', status: 504 }]);
      expect(exchanged).toMatchObject({
        answer: { kind: 'answered', status: 504 },
        delivered: 'whole',
        applied: ['gateway-answer'],
      });
      expect(plain(exchanged.answer)).toMatchObject({ type: 'text/html' });
      expect(exchanged.hidden.map(plain)).toEqual([created(1)]);
      expect(received).toHaveLength(1);
    });

    it('throttle: a middlebox says when to come again, the receiver sees nothing', async () => {
      const { exchange, received } = await begin();
      const exchanged = await exchange([{ kind: 'throttle', retryAfterS: 7 }]);
      expect(exchanged).toMatchObject({
        answer: { kind: 'answered', status: 429 },
        delivered: 'none',
        applied: ['throttle'],
        hidden: [],
      });
      expect(
        exchanged.answer.kind === 'answered' && new Headers(pairs(exchanged.answer)).get('retry-after'),
      ).toBe('7');
      expect(received).toHaveLength(0);
    });

    it('refuse: the sender sees a refused connection, the receiver sees nothing', async () => {
      const { exchange, received } = await begin();
      expect(await exchange([{ kind: 'refuse' }])).toMatchObject({
        answer: { kind: 'lost', how: 'refused' },
        delivered: 'none',
        applied: ['refuse'],
        hidden: [],
      });
      expect(received).toHaveLength(0);
    });

    it('cut-body: the receiver has answered, the sender sees the body break off', async () => {
      const { exchange, received } = await begin();
      const exchanged = await exchange([{ kind: 'cut-body' }]);
      expect(exchanged).toMatchObject({
        answer: { kind: 'lost', how: 'cut' },
        delivered: 'whole',
        applied: ['cut-body'],
      });
      expect(exchanged.hidden.map(plain)).toEqual([created(1)]);
      expect(received).toHaveLength(1);
    });

    it('cut-body does not take place where the answer has no body', async () => {
      const { exchange } = await begin(async () => new Response(null, { status: 204 }));
      expect(await exchange([{ kind: 'cut-body' }])).toMatchObject({
        answer: { kind: 'answered', status: 204, body: '' },
        delivered: 'whole',
        applied: [],
        hidden: [],
      });
    });

    it('double: the request arrives twice, the sender sees the second answer', async () => {
      const { exchange, received } = await begin();
      const exchanged = await exchange([{ kind: 'double' }]);
      expect(exchanged).toMatchObject({ delivered: 'whole', applied: ['double'] });
      expect(plain(exchanged.answer)).toEqual(created(2));
      expect(exchanged.hidden.map(plain)).toEqual([created(1)]);
      expect(received.map(({ body }) => body)).toEqual([payload, payload]);
      expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
    });

    it('double and lose-reply together: two copies arrive, the sender sees neither answer', async () => {
      const { exchange, received } = await begin();
      const exchanged = await exchange([{ kind: 'double' }, { kind: 'lose-reply' }]);
      expect(exchanged).toMatchObject({
        answer: { kind: 'lost', how: 'reset' },
        delivered: 'whole',
        applied: ['double', 'lose-reply'],
      });
      expect(exchanged.hidden.map(plain)).toEqual([created(1), created(2)]);
      expect(received).toHaveLength(2);
    });

    it('a retry after a lost reply gets through', async () => {
      const { exchange } = await begin();
      await exchange([{ kind: 'lose-reply' }], { id: 'first' });
      expect(plain((await exchange([], { id: 'retry' })).answer)).toEqual(created(2));
    });

    it('a receiver slower than the time limit is a timeout, and what it does later hides nothing', async () => {
      const { exchange, received } = await begin(async (_request, clock) => {
        await clock.sleep(timeoutMs * 3);
        return Response.json({ id: 'late' }, { status: 201 });
      });
      const exchanged = await exchange([]);
      expect(exchanged).toMatchObject({ answer: { kind: 'lost', how: 'timeout' }, applied: [], hidden: [] });
      expect(['whole', 'unknown']).toContain(exchanged.delivered);
      expect(received).toHaveLength(1);
    });

    it('exchanges side by side keep their own effects and answers', async () => {
      const { exchange, received } = await begin();
      const plans: WireEffect[][] = [
        [],
        [{ kind: 'lose-reply' }],
        [{ kind: 'refuse' }],
        [{ kind: 'cut-body' }],
        [{ kind: 'gateway-answer', status: 502 }],
        [{ kind: 'hold-reply' }],
        [{ kind: 'throttle', retryAfterS: 1 }],
        [],
      ];
      const exchanged = await Promise.all(
        plans.map((plan, index) => exchange(plan, { id: `side-${index}` })),
      );
      expect(exchanged.map(({ applied }) => applied)).toEqual(
        plans.map((plan) => plan.map(({ kind }) => kind)),
      );
      expect(exchanged.map(({ answer }) => (answer.kind === 'lost' ? answer.how : answer.status))).toEqual([
        201,
        'reset',
        'refused',
        'cut',
        502,
        'timeout',
        429,
        201,
      ]);
      expect(received).toHaveLength(6);
    });
  });
}

const payload = '{"title":"Ring Łukasz — 雪"}';

type Script = (request: Request, clock: Clock) => Promise<Response>;

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Trial {
  readonly plane: PlaneOnTrial;
  readonly received: readonly Received[];
  readonly exchange: (
    effects: readonly WireEffect[],
    options?: Partial<ExchangeOptions>,
  ) => ReturnType<Wire['exchange']>;
}

async function beginTrial(open: OpenPlane, script?: Script): Promise<Trial> {
  const received: Received[] = [];
  const plane = await open(async (request, clock) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    received.push({
      method,
      path: `${pathname}${search}`,
      headers: Object.fromEntries(headers),
      body: await request.text(),
    });
    return script ? script(request, clock) : Response.json({ id: `r-${received.length}` }, { status: 201 });
  });
  const request: HttpRequest = {
    method: 'POST',
    url: `${plane.origin}/tasks?x=1`,
    headers: [
      ['Content-Type', 'application/json'],
      ['Idempotency-Key', 'key-1'],
    ],
    body: payload,
  };
  return {
    plane,
    received,
    exchange: (effects, options) =>
      plane.wire.exchange(request, { id: 'exchange-1', effects, timeoutMs, connection: 'warm', ...options }),
  };
}

function created(count: number): unknown {
  return { status: 201, type: 'application/json', body: `{"id":"r-${count}"}` };
}

/** What every plane must bring across alike; a server adds headers of its own. */
function plain(answer: Answer): unknown {
  if (answer.kind === 'lost') return answer;
  const type = new Headers(pairs(answer)).get('content-type');
  return { status: answer.status, type, body: answer.body };
}

function pairs(answer: Extract<Answer, { kind: 'answered' }>): [string, string][] {
  return answer.headers.map(([name, value]) => [name, value]);
}
