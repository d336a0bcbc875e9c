import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../reference-receiver/clock.js';
import {
  openCommandApi,
  relayToken,
  type CommandApi,
} from '../../../reference-receiver/command/command-api.js';
import type { Send } from '../../../reference-receiver/command/deliver.js';
import { hashOf } from '../../../reference-receiver/command/order-event.js';
import type { Json } from '../../../reference-receiver/store/records.js';
import { databases } from './stores.js';

const opened: CommandApi[] = [];

afterEach(async () => {
  for (const api of opened.splice(0)) await api.close();
});

interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, Json>>;
}

interface Asked {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

/** A command API in this process, and how it is asked. It relays once it is told to. */
async function commandApi(
  options: { readonly data?: string; readonly flaw?: string; readonly mostAttempts?: number } = {},
) {
  const api = await openCommandApi({
    data: ':memory:',
    clock: systemClock,
    chance: () => 0,
    unique: randomUUID,
    controls: true,
    leaseMs: 200,
    ...options,
  });
  opened.push(api);
  const ask = async (path: string, { method, token = 'harbor-token', headers, body }: Asked = {}) => {
    const response = await api.handle(
      new Request(`http://api.invalid${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, headers: response.headers, body: await response.json() } as Told;
  };
  const order = (key: string, more: object = {}) =>
    ask('/v1/orders', {
      headers: { 'idempotency-key': key },
      body: { business_intent_id: 'intent', reference: 'R-1', account: 'harbor', amount: 10, ...more },
    });
  /** Relays to the ERP in the same process, on its way through `by`. */
  const relay = (
    by: (request: Request, next: Send) => Promise<Response> = (request, next) => next(request),
  ) => api.relayTo('http://api.invalid', (request) => by(request, (each) => api.handle(each)));
  const status = async (id: unknown) => (await ask(`/v1/orders/${id as string}`)).body;
  const records = async () =>
    (await ask('/erp/orders?reference=R-1')).body['data'] as readonly Told['body'][];
  return { ask, order, relay, status, records };
}

function idIn({ body }: Told): string {
  return body['order_id'] as string;
}

/** Waits until the order is in that state. */
async function until(
  { status }: Awaited<ReturnType<typeof commandApi>>,
  id: unknown,
  state: string,
): Promise<Told['body']> {
  await expect.poll(async () => (await status(id))['state'], { timeout: 10_000, interval: 5 }).toBe(state);
  return status(id);
}

describe.each(databases)('the command API on $name', ({ place }: { place: () => Promise<string> }) => {
  it('accepts an order with ids that stay, delivers it, and tells where it stands', async () => {
    const api = await commandApi({ data: await place() });
    const first = await api.order('k1');
    expect(first.status).toBe(202);
    const id = idIn(first);
    expect(first.headers.get('location')).toBe(`/v1/orders/${id}`);
    expect(first.body).toEqual({
      command_id: expect.stringMatching(/^cmd_/),
      order_id: expect.stringMatching(/^ord_/),
      status: 'ACCEPTED',
      status_url: `/v1/orders/${id}`,
    });
    expect(await api.status(id)).toMatchObject({ state: 'PENDING_ERP', external_reference: null });
    const again = await api.order('k1');
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    api.relay();
    const confirmed = await until(api, id, 'CONFIRMED');
    expect(confirmed).toMatchObject({ version: 1, confirmed_version: 1, amount: 10 });
    expect(await api.records()).toMatchObject([
      { id: confirmed['external_reference'], order_id: id, version: 1, amount: 10 },
    ]);
    expect((await api.ask('/v1/backlog')).body).toEqual({
      pending: 0,
      delivered: 1,
      quarantined: 0,
      given_up: 0,
      oldest_pending_ms: null,
    });
  });

  it('tells a key with other content and an intent with other content apart, and does neither', async () => {
    const api = await commandApi({ data: await place() });
    const { body } = await api.order('k1');
    expect(await api.order('k1', { amount: 11 })).toMatchObject({
      status: 422,
      body: { type: '/problems/key-reused' },
    });
    expect(await api.order('k2', { amount: 11 })).toMatchObject({
      status: 409,
      body: { type: '/problems/intent-taken' },
    });
    const sameIntent = await api.order('k2');
    expect(sameIntent).toMatchObject({ status: 202, body: { order_id: body['order_id'] } });
    expect(sameIntent.body['command_id']).not.toBe(body['command_id']);
    expect((await api.ask('/v1/backlog')).body).toMatchObject({ pending: 1 });
  });

  it('changes an order by its version, and the newest version stands in the ERP', async () => {
    const api = await commandApi({ data: await place() });
    const id = idIn(await api.order('k1'));
    const change = (version: number, note: string) =>
      api.ask(`/v1/orders/${id}`, {
        method: 'PATCH',
        headers: { 'if-match': `"${version}"` },
        body: { note },
      });
    expect(await change(1, 'second')).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await change(1, 'stale')).toMatchObject({ status: 412 });
    api.relay();
    await until(api, id, 'CONFIRMED');
    expect(await api.records()).toMatchObject([{ version: 2, note: 'second' }]);
    expect(await api.status(id)).toMatchObject({ confirmed_version: 2 });
  });

  it('keeps nothing of an order whose transaction failed, so that the same key carries it out', async () => {
    const api = await commandApi({ data: await place() });
    await api.ask('/__test/fail-next', { body: { at: 'half-way', status: 500, times: 1 } });
    expect((await api.order('k1')).status).toBe(500);
    expect((await api.ask('/v1/orders?key=k1')).body['data']).toEqual([]);
    expect((await api.ask('/v1/backlog')).body).toMatchObject({ pending: 0 });
    expect((await api.order('k1')).status).toBe(202);
    expect((await api.ask('/v1/orders?key=k1')).body['data']).toHaveLength(1);
  });
});

describe.each(databases)('an operator, on $name', ({ place }: { place: () => Promise<string> }) => {
  const said = { who: 'Ana', why: 'the ERP was searched' };

  /** An order that the ERP did not answer for, and what an operator says of it. */
  async function unknown() {
    const api = await commandApi({ data: await place(), mostAttempts: 2 });
    const id = idIn(await api.order('k1'));
    const away = { isOver: false };
    api.relay(async (request, next) => (away.isOver ? next(request) : new Response('{}', { status: 503 })));
    await until(api, id, 'UNKNOWN_EXTERNAL');
    away.isOver = true;
    const path = `/v1/orders/${id}/resolutions`;
    const asOperator = { token: 'harbor-operator-token', headers: { 'if-match': '"1"' } };
    const resolve = (body: object, more: Asked = {}) => api.ask(path, { ...asOperator, body, ...more });
    const kept = async () => (await api.ask(path, asOperator)).body['data'];
    return { api, id, resolve, kept };
  }

  it('lists what nobody knows of, has it delivered again, and who and why is kept', async () => {
    const { api, id, resolve, kept } = await unknown();
    const listed = await api.ask('/v1/orders?state=UNKNOWN_EXTERNAL');
    expect(listed.body['data']).toMatchObject([{ order_id: id }]);
    expect(await resolve({ decision: 'deliver-again', ...said })).toMatchObject({
      status: 200,
      body: { order_id: id, state: 'PENDING_ERP' },
    });
    const confirmed = await until(api, id, 'CONFIRMED');
    expect(await api.records()).toMatchObject([{ id: confirmed['external_reference'] }]);
    expect(await kept()).toEqual([
      {
        id: expect.stringMatching(/^res_/),
        version: 1,
        decision: 'deliver-again',
        external_reference: null,
        ...said,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    const late = await resolve({ decision: 'deliver-again', ...said });
    expect(late).toMatchObject({ status: 409, body: { type: '/problems/not-unknown' } });
  });

  it('says under which id the ERP holds it', async () => {
    const { api, id, resolve } = await unknown();
    const resolved = await resolve({ decision: 'held', external_reference: 'erp-9', ...said });
    expect(resolved).toMatchObject({ status: 200, body: { state: 'CONFIRMED', confirmed_version: 1 } });
    expect(await api.status(id)).toMatchObject({ state: 'CONFIRMED', external_reference: 'erp-9' });
    expect((await api.ask('/v1/backlog')).body).toMatchObject({ given_up: 0, delivered: 1 });
  });

  it('is heard with a credential, a name, a reason and a version alone', async () => {
    const { api, id, resolve, kept } = await unknown();
    const decided = { decision: 'held', external_reference: 'erp-9' };
    expect((await resolve({ ...decided, ...said }, { token: 'harbor-token' })).status).toBe(401);
    expect((await resolve({ ...decided, ...said }, { token: 'quay-operator-token' })).status).toBe(404);
    expect((await resolve({ ...decided, ...said }, { headers: {} })).status).toBe(428);
    expect((await resolve({ ...decided, ...said }, { headers: { 'if-match': '"2"' } })).status).toBe(412);
    expect((await resolve({ ...decided, who: 'Ana' })).status).toBe(400);
    expect((await resolve({ ...decided, ...said, who: '' })).status).toBe(400);
    expect((await resolve({ decision: 'held', ...said })).status).toBe(400);
    expect((await resolve({ ...decided, ...said, decision: 'deliver-again' })).status).toBe(400);
    expect(await kept()).toEqual([]);
    expect(await api.status(id)).toMatchObject({ state: 'UNKNOWN_EXTERNAL' });
  });
});

describe('a relay of the command API', () => {
  /** Loses the answers of the first deliveries, once the ERP has done them. */
  const losing = (times: number) => {
    let left = times;
    return async (request: Request, next: Send): Promise<Response> => {
      const response = await next(request);
      if (left <= 0) return response;
      left -= 1;
      throw new Error('the answer was lost');
    };
  };

  it('delivers again what was not acknowledged, and the ERP has one record of it', async () => {
    const api = await commandApi();
    const { body } = await api.order('k1');
    api.relay(losing(3));
    await until(api, body['order_id'], 'CONFIRMED');
    expect(await api.records()).toHaveLength(1);
  });

  it('makes as many records as deliveries where the inbox forgets: the flaw inbox-without-deduplication', async () => {
    const api = await commandApi({ flaw: 'inbox-without-deduplication' });
    const { body } = await api.order('k1');
    api.relay(losing(3));
    await until(api, body['order_id'], 'CONFIRMED');
    expect(await api.records()).toHaveLength(4);
  });

  it('never delivers an order whose event was lost: the flaw event-outside-transaction', async () => {
    const api = await commandApi({ flaw: 'event-outside-transaction' });
    await api.ask('/__test/fail-next', { body: { at: 'half-way', status: 500, times: 1 } });
    expect((await api.order('k1')).status).toBe(500);
    const again = await api.order('k1');
    expect(again.status).toBe(202);
    api.relay();
    const other = await api.order('k2', { business_intent_id: 'another', reference: 'R-2' });
    await until(api, other.body['order_id'], 'CONFIRMED');
    expect(await api.status(again.body['order_id'])).toMatchObject({ state: 'PENDING_ERP' });
    expect(await api.records()).toEqual([]);
  });

  it('leaves an order to people after its last attempt, and says that nobody knows', async () => {
    const api = await commandApi({ mostAttempts: 3 });
    const { body } = await api.order('k1');
    let deliveries = 0;
    api.relay(async () => {
      deliveries += 1;
      return new Response('{}', { status: 503 });
    });
    await until(api, body['order_id'], 'UNKNOWN_EXTERNAL');
    expect(deliveries).toBe(3);
    expect((await api.ask('/v1/backlog')).body).toMatchObject({ pending: 0, given_up: 1 });
  });

  it('keeps apart what the ERP refuses for good', async () => {
    const api = await commandApi();
    const { body } = await api.order('k1');
    api.relay(async () => new Response('{}', { status: 409 }));
    await until(api, body['order_id'], 'QUARANTINED');
  });
});

describe('the inbox of the ERP', () => {
  const event = (content: object) => ({
    type: 'sales-order.accepted',
    order_id: 'ord_1',
    tenant: 'harbor',
    reference: 'R-1',
    version: 1,
    content,
  });
  const deliver = (
    { ask }: Awaited<ReturnType<typeof commandApi>>,
    content: { readonly [name: string]: Json },
    more: { readonly hash?: string; readonly token?: string } = {},
  ) => {
    const told = event(content);
    const { hash = hashOf(told as Json), token = relayToken } = more;
    return ask('/erp/inbox', { token, body: { event_id: 'evt_1', hash, event: told } });
  };

  it('takes an event once, acknowledges it again, and quarantines it with another content', async () => {
    const api = await commandApi();
    const first = await deliver(api, { note: 'a' });
    expect(first).toMatchObject({ status: 201, body: { effect: 'applied' } });
    const { external_reference: reference } = first.body;
    expect(await deliver(api, { note: 'a' })).toMatchObject({
      status: 200,
      body: { effect: 'duplicate', external_reference: reference },
    });
    expect(await deliver(api, { note: 'b' })).toMatchObject({ status: 409 });
    expect(await api.records()).toMatchObject([{ id: reference, note: 'a' }]);
  });

  it('takes none whose hash is not its own, and none from who is no relay', async () => {
    const api = await commandApi();
    expect(await deliver(api, { note: 'a' }, { hash: 'v1:0' })).toMatchObject({ status: 400 });
    expect(await deliver(api, { note: 'a' }, { token: 'harbor-token' })).toMatchObject({ status: 401 });
    expect(await api.records()).toEqual([]);
  });
});
