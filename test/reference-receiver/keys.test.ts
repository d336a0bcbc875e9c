import { expect, test } from 'vitest';
import { openCaller } from './support.js';

const payload = { title: 'Call back', reference: 'm-1' };
const day = 86_400_000;

test('a create without a key is refused', async () => {
  const refused = await openCaller().create(null, payload);
  expect([refused.status, refused.json.type]).toEqual([400, '/problems/key-missing']);
});

test.each([
  ['an empty key', ''],
  ['two different keys', 'a, b'],
  ['a key and nothing', 'a,'],
  ['a key of 256 characters', 'x'.repeat(256)],
])('%s is refused', async (_what, key) => {
  const crm = openCaller();
  const refused = await crm.create(key, payload);
  expect([refused.status, refused.json.type]).toEqual([400, '/problems/key-invalid']);
  expect(await crm.records('m-1')).toEqual([]);
});

test('a key that is no UTF-8 is refused', async () => {
  const crm = openCaller();
  const body = JSON.stringify(payload);
  const refused = await crm.send('POST', '/v1/tasks', {
    headers: { 'idempotency-key': '\u00ff\u00fe' },
    body,
  });
  expect(refused.json.type).toBe('/problems/key-invalid');
});

test('a key header that was repeated with one value is that key', async () => {
  const crm = openCaller();
  await crm.create('k', payload);
  expect((await crm.create('k ,k,  k', payload)).headers.get('idempotent-replayed')).toBe('true');
});

test('keys that look alike are different keys', async () => {
  const crm = openCaller();
  const alike = [
    ['Case', 'case'],
    ['1', '01', '1.0', '1e0'],
    ['a b', 'a  b', 'ab'],
    ['harbor:create-followup:v1:case-104', 'harbor/create-followup/v1/case-104', 'harbor%3Acreate'],
    ['"quoted"', 'quoted', "'quoted'", 'a;b', '*'],
    ['Zo\u00eb', 'Zoe\u0308', '\ufeffZo\u00eb'],
    [`${'x'.repeat(254)}1`, `${'x'.repeat(254)}2`, '🙂'.repeat(255)],
    ['null', 'undefined', '__proto__', 'constructor'],
  ].flat();
  for (const key of alike)
    expect((await crm.create(key, payload)).headers.has('idempotent-replayed')).toBe(false);
  for (const key of alike)
    expect((await crm.create(key, payload)).headers.has('idempotent-replayed')).toBe(true);
  for (const key of alike) {
    expect((await crm.get(`/v1/tasks?key=${encodeURIComponent(key)}`)).json.data).toHaveLength(1);
  }
  expect(await crm.records('m-1')).toHaveLength(alike.length);
});

test('a key is kept for its whole window, from the first answer, and no retry makes that longer', async () => {
  const crm = openCaller();
  const first = await crm.create('k', payload);
  for (const ms of [day * 0.01, day * 0.49, day * 0.49, day * 0.01 - 1]) {
    await crm.control('clock', { advance_ms: ms });
    expect((await crm.create('k', payload)).text).toBe(first.text);
  }
  await crm.control('clock', { advance_ms: 1 });
  expect((await crm.create('k', payload)).json.id).not.toBe(first.json.id);
});

test('the window counts from the end of a slow create', async () => {
  const crm = openCaller({ retentionMs: 1000 });
  await crm.control('slow', { ms: 500 });
  const running = crm.create('k', payload);
  await crm.clock.waiting(1);
  await crm.clock.advance(500);
  await running;
  await crm.clock.advance(999);
  expect((await crm.create('k', payload)).headers.get('idempotent-replayed')).toBe('true');
});

test('after its window a key is new: other content is welcome, and protected like a first use', async () => {
  const crm = openCaller({ retentionMs: 1000 });
  const first = await crm.create('k', payload);
  await crm.clock.advance(1000);
  expect((await crm.get('/v1/tasks?key=k')).json.data).toEqual([]);
  const anew = await Promise.all(
    Array.from({ length: 5 }, () => crm.create('k', { ...payload, title: 'Anew' })),
  );
  expect(new Set(anew.map(({ json }) => json.id as string)).size).toBe(1);
  expect((await crm.create('k', payload)).status).toBe(422);
  expect((await crm.get(`/v1/tasks/${first.json.id}`)).json).toEqual(first.json);
  expect(await crm.records('m-1')).toHaveLength(2);
});

test('a key outlives a thousand others', async () => {
  const crm = openCaller();
  await crm.create('k', payload);
  for (let number = 0; number < 1000; number += 1)
    await crm.create(`k${number}`, { ...payload, reference: 'volume' });
  await crm.create('k', payload);
  expect(await crm.records('m-1')).toHaveLength(1);
});
