import { expect, test } from 'vitest';
import { openCaller } from './support.js';

const order = { title: 'Deliver', reference: 'm-1', intent: 'order 7' };
const other = { ...order, title: 'Deliver elsewhere' };

test('one intent under two keys is one record, and the second key keeps its answer', async () => {
  const crm = openCaller();
  const first = await crm.create('k1', order);
  const second = await crm.create('k2', order);
  const again = await crm.create('k2', order);
  expect([first.status, second.status, again.status]).toEqual([201, 201, 201]);
  expect(second.json).toEqual(first.json);
  expect(again.json).toEqual(first.json);
  expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  expect(await crm.records('m-1')).toHaveLength(1);
  expect((await crm.get('/v1/tasks?key=k2')).json.data).toHaveLength(1);
});

test('other content for a taken intent is refused, writes nothing, and leaves its key free', async () => {
  const crm = openCaller();
  await crm.create('k1', order);
  const refused = await crm.create('k2', other);
  expect([refused.status, refused.json.type]).toEqual([409, '/problems/intent-taken']);
  expect((await crm.records('m-1')).map(({ title }) => title)).toEqual([order.title]);
  expect((await crm.create('k2', { ...other, intent: 'order 8' })).status).toBe(201);
});

test('a create without an intent, and one of another tenant, meet no intent', async () => {
  const crm = openCaller();
  const { intent: _, ...plain } = order;
  const quay = { token: 'quay-token' };
  await crm.create('k1', order);
  await crm.create('k2', plain);
  await crm.create('k3', plain);
  await crm.create('k1', order, quay);
  expect([await crm.records('m-1'), await crm.records('m-1', quay)].map(({ length }) => length)).toEqual([
    3, 1,
  ]);
});

test('an intent outlives its key, and ends with its record', async () => {
  const crm = openCaller();
  const first = await crm.create('k1', order);
  await crm.clock.advance(25 * 3_600_000);
  const late = await crm.create('k1', order);
  expect(late.json.id).toBe(first.json.id);
  await crm.send('DELETE', `/v1/tasks/${first.json.id}`);
  const anew = await crm.create('k2', order);
  expect([anew.status, anew.json.id === first.json.id]).toEqual([201, false]);
  expect(await crm.records('m-1')).toHaveLength(1);
});

test('an intent cannot be changed by an update', async () => {
  const crm = openCaller();
  const { json } = await crm.create('k1', order);
  expect((await crm.update(json.id, 1, { intent: 'order 8' })).status).toBe(400);
  expect((await crm.update(json.id, 1, { note: 'changed' })).status).toBe(200);
});

test('of two keys that overlap, the slow one is answered with the record that the other made', async () => {
  const crm = openCaller();
  await crm.control('slow', { ms: 100 });
  const slow = crm.create('k1', order);
  await crm.clock.waiting(1);
  const quick = await crm.create('k2', order);
  await crm.clock.advance(100);
  expect((await slow).json.id).toBe(quick.json.id);
  expect(await crm.records('m-1')).toHaveLength(1);
});

test('of two contents that overlap, the slow one is refused, and may come again under its key', async () => {
  const crm = openCaller();
  await crm.control('slow', { ms: 100 });
  const slow = crm.create('k1', order);
  await crm.clock.waiting(1);
  expect((await crm.create('k2', other)).status).toBe(201);
  await crm.clock.advance(100);
  expect((await slow).status).toBe(409);
  expect((await crm.records('m-1')).map(({ title }) => title)).toEqual([other.title]);
  expect((await crm.create('k1', { ...order, intent: 'order 8' })).status).toBe(201);
});
