import { expect, test } from 'vitest';
import { openCaller } from './support.js';

const payload = { title: 'Call back', reference: 'm-1' };

/** A receiver in which one create with key `k` has claimed and sleeps for `ms`. */
async function midCreate(ms: number, options: Parameters<typeof openCaller>[0] = {}) {
  const crm = openCaller(options);
  await crm.control('slow', { ms });
  const running = crm.create('k', payload);
  await crm.clock.waiting(1);
  return { crm, running };
}

test('a copy that comes while the first runs is told so, and when to come again', async () => {
  const { crm, running } = await midCreate(5000);
  const copy = await crm.create('k', payload);
  expect([copy.status, copy.json.type, copy.headers.get('retry-after')]).toEqual([
    409,
    '/problems/in-flight',
    '1',
  ]);
  await crm.clock.advance(5000);
  expect((await running).status).toBe(201);
  expect((await crm.create('k', payload)).text).toBe((await running).text);
  expect(await crm.records('m-1')).toHaveLength(1);
});

test('other content is refused while the first runs, not told to wait', async () => {
  const { crm, running } = await midCreate(5000);
  expect((await crm.create('k', { ...payload, title: 'Other' })).status).toBe(422);
  await crm.clock.advance(5000);
  expect((await running).status).toBe(201);
});

test('a create that runs is not found yet, by key or by reference', async () => {
  const { crm, running } = await midCreate(5000);
  expect((await crm.get('/v1/tasks?key=k')).json.data).toEqual([]);
  expect(await crm.records('m-1')).toEqual([]);
  await crm.clock.advance(5000);
  await running;
});

test('other keys go on while one create is slow', async () => {
  const { crm, running } = await midCreate(5000);
  expect((await crm.create('k2', payload)).status).toBe(201);
  await crm.clock.advance(5000);
  await running;
});

test('until the last millisecond of the lease the claim holds', async () => {
  const { crm, running } = await midCreate(100_000, { leaseMs: 30_000 });
  await crm.clock.advance(29_999);
  expect((await crm.create('k', payload)).status).toBe(409);
  await crm.clock.advance(1);
  expect((await crm.create('k', payload)).status).toBe(201);
  await crm.clock.advance(100_000);
  await running;
});

test('a late owner whose claim was taken over writes nothing and tells the winner\u2019s answer', async () => {
  const { crm, running } = await midCreate(100_000, { leaseMs: 30_000 });
  await crm.clock.advance(30_000);
  const winner = await crm.create('k', payload);
  expect(winner.headers.has('idempotent-replayed')).toBe(false);
  await crm.clock.advance(70_000);
  expect([(await running).status, (await running).text]).toEqual([winner.status, winner.text]);
  expect((await running).headers.get('idempotent-replayed')).toBe('true');
  expect(await crm.records('m-1')).toHaveLength(1);
});

test('a late owner is told in flight while the one who took over still works', async () => {
  const { crm, running } = await midCreate(40_000, { leaseMs: 30_000 });
  await crm.clock.advance(30_000);
  await crm.control('slow', { ms: 20_000 });
  const second = crm.create('k', payload);
  await crm.clock.waiting(2);
  await crm.clock.advance(10_000);
  expect((await running).status).toBe(409);
  await crm.clock.advance(10_000);
  expect((await second).status).toBe(201);
  expect(await crm.records('m-1')).toHaveLength(1);
});

test('a late owner cannot take the claim of a third that came after a failed second', async () => {
  const { crm, running } = await midCreate(40_000, { leaseMs: 30_000 });
  await crm.clock.advance(30_000);
  await crm.control('fail-next', { at: 'before' });
  expect((await crm.create('k', payload)).status).toBe(500);
  await crm.control('slow', { ms: 20_000 });
  const third = crm.create('k', payload);
  await crm.clock.waiting(2);
  await crm.clock.advance(10_000);
  expect((await running).status).toBe(409);
  await crm.clock.advance(10_000);
  expect((await third).status).toBe(201);
  expect(await crm.records('m-1')).toHaveLength(1);
});

test.each(['before', 'half-way'])(
  'a create that fails %s leaves nothing, and its retry does the work',
  async (at) => {
    const crm = openCaller();
    await crm.control('fail-next', { at, status: 502, times: 2 });
    for (let use = 0; use < 2; use += 1) expect((await crm.create('k', payload)).status).toBe(502);
    expect(await crm.records('m-1')).toEqual([]);
    expect((await crm.create('k', payload)).status).toBe(201);
    expect(await crm.records('m-1')).toHaveLength(1);
  },
);

test('a throttled create says when to come again, and leaves its key usable', async () => {
  const crm = openCaller();
  await crm.control('throttle-next', { times: 1, retry_after_s: 7 });
  const throttled = await crm.create('k', payload);
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '7']);
  expect(await crm.records('m-1')).toEqual([]);
  expect((await crm.create('k', payload)).status).toBe(201);
});
