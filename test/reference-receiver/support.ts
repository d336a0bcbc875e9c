import { openReceiver } from '../../reference-receiver/index.js';
import type { Receiver, ReceiverClock, ReceiverOptions } from '../../reference-receiver/index.js';

/** A clock that stands still until it is told to move; timers and sleeps end in their order. */
export interface HandClock extends ReceiverClock {
  advance(ms: number): Promise<void>;
  /** Resolves once at least `count` sleeps or timers wait. */
  waiting(count: number): Promise<void>;
}

export function handClock(startMs = Date.UTC(2026, 0, 1)): HandClock {
  let nowMs = startMs;
  const timers = new Set<{ dueMs: number; callback: () => void }>();
  const at = (ms: number, callback: () => void) => {
    const timer = { dueMs: nowMs + ms, callback };
    timers.add(timer);
    return () => {
      timers.delete(timer);
    };
  };
  const nextDue = (untilMs: number) =>
    [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((one, other) => one.dueMs - other.dueMs)[0];
  return {
    now: () => nowMs,
    at,
    sleep: (ms) => (ms === 0 ? Promise.resolve() : new Promise((resolve) => void at(ms, () => resolve()))),
    waiting: async (count) => {
      while (timers.size < count) await turn();
    },
    advance: async (ms) => {
      const untilMs = nowMs + ms;
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer);
        nowMs = timer.dueMs;
        timer.callback();
        await turn();
      }
      nowMs = untilMs;
      await turn();
    },
  };
}

/** One turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Repeatable chance. */
export function seededChance(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body read as JSON; null without a body. */
  readonly json: any; // eslint-disable-line typescript/no-explicit-any -- tests look into answers freely
}

export interface Ask {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connection?: string;
}

/** A caller of one receiver, in process. */
export interface Caller {
  readonly receiver: Receiver;
  readonly clock: HandClock;
  send(method: string, path: string, ask?: Ask & { readonly body?: string | Uint8Array }): Promise<Reply>;
  create(key: string | null, payload: unknown, ask?: Ask): Promise<Reply>;
  get(path: string, ask?: Ask): Promise<Reply>;
  update(id: string, version: number | string | null, changes: unknown, ask?: Ask): Promise<Reply>;
  control(name: string, asked: unknown): Promise<Reply>;
  /** The records that carry a reference, over all pages. */
  records(reference: string, ask?: Ask): Promise<any[]>; // eslint-disable-line typescript/no-explicit-any
}

export function openCaller(options: Partial<ReceiverOptions> = {}): Caller {
  const clock = handClock();
  const receiver = openReceiver({
    file: ':memory:',
    clock,
    chance: seededChance(),
    controls: true,
    ...options,
  });
  return callerOf(receiver, clock);
}

function callerOf(receiver: Receiver, clock: HandClock): Caller {
  const send: Caller['send'] = async (method, path, ask = {}) => {
    const headers = new Headers(ask.headers);
    const token = ask.token === undefined ? 'harbor-token' : ask.token;
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    if (ask.body !== undefined && !headers.has('content-type'))
      headers.set('content-type', 'application/json');
    const body = ask.body === undefined ? null : (ask.body as NonNullable<RequestInit['body']>);
    const request = new Request(new URL(path, 'http://crm.test'), { method, headers, body });
    return replyOf(
      await receiver.handle(request, ask.connection === undefined ? {} : { connection: ask.connection }),
    );
  };
  const get: Caller['get'] = (path, ask) => send('GET', path, ask);
  return {
    receiver,
    clock,
    send,
    get,
    create: (key, payload, ask = {}) => {
      const headers = { ...(key === null ? {} : { 'idempotency-key': asHeader(key) }), ...ask.headers };
      return send('POST', '/v1/tasks', { ...ask, headers, body: JSON.stringify(payload) });
    },
    update: (id, version, changes, ask = {}) => {
      const headers = { ...(version === null ? {} : { 'if-match': `"${version}"` }), ...ask.headers };
      return send('PATCH', `/v1/tasks/${id}`, { ...ask, headers, body: JSON.stringify(changes) });
    },
    control: (name, asked) => send('POST', `/__test/${name}`, { token: null, body: JSON.stringify(asked) }),
    records: async (reference, ask) => {
      const found: unknown[] = [];
      let after = '';
      for (;;) {
        const page = await get(`/v1/tasks?reference=${encodeURIComponent(reference)}&limit=100${after}`, ask);
        found.push(...page.json.data);
        if (page.json.next === null) return found;
        after = `&after=${page.json.next}`;
      }
    },
  };
}

/** Reads a Response whole. */
async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === '' ? null : (JSON.parse(text) as unknown),
  };
}

/** A header value stands for bytes: a text in UTF-8 becomes one character per byte. */
function asHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
