import { expect, test } from 'vitest';
import { openCaller } from './support.js';

const payload = { title: 'Call back', reference: 'm-1' };

test('a create is answered 201 with the record and its address', async () => {
  const crm = openCaller();
  const answer = await crm.create('k', payload);
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({
    id: answer.json.id,
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    ...payload,
  });
  expect(answer.json.id).toMatch(/^tsk_[0-9a-f]{24}$/);
  expect(answer.headers.get('location')).toBe(`/v1/tasks/${answer.json.id}`);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.has('idempotent-replayed')).toBe(false);
  expect((await crm.get(answer.headers.get('location') ?? '')).json).toEqual(answer.json);
});

test('every field is kept exactly as it was sent', async () => {
  const crm = openCaller();
  const full = {
    title: `  ${'ü'.repeat(160)}\t`,
    reference: 'Ω-naïve-🙂',
    description: '<b>"quotes" \\ and\u0000\r\nlines</b>\u2028',
    details: { owner: { name: '田中', __proto__x: null }, list: [1, [2, { deep: false }]], empty: {} },
    labels: ['b', 'a', 'b', ''],
    amount: 0.1 + 0.2,
    quantity: Number.MAX_SAFE_INTEGER,
    note: '',
  };
  const { json } = await crm.create('k', full);
  const { id, version, created_at, ...kept } = (await crm.get(`/v1/tasks/${json.id}`)).json;
  expect([id, version, typeof created_at]).toEqual([json.id, 1, 'string']);
  expect(kept).toEqual(full);
});

test('a note that is absent, null or empty stays what it is', async () => {
  const crm = openCaller();
  const absent = await crm.create('k1', payload);
  const isNull = await crm.create('k2', { ...payload, note: null });
  const empty = await crm.create('k3', { ...payload, note: '' });
  expect([Object.hasOwn(absent.json, 'note'), isNull.json.note, empty.json.note]).toEqual([false, null, '']);
});

test.each([
  ['no title', { reference: 'm-1' }],
  ['no reference', { title: 'Call back' }],
  ['a blank title', { ...payload, title: ' \t ' }],
  ['a title of 161 characters', { ...payload, title: 'x'.repeat(161) }],
  ['an empty reference', { ...payload, reference: '' }],
  ['a reference of 201 characters', { ...payload, reference: 'x'.repeat(201) }],
  ['a description that is too long', { ...payload, description: 'x'.repeat(65_537) }],
  ['details that are a list', { ...payload, details: [] }],
  ['labels that are no texts', { ...payload, labels: ['a', 1] }],
  ['an amount as text', { ...payload, amount: '1' }],
  ['a quantity with a fraction', { ...payload, quantity: 1.5 }],
  ['a note that is a number', { ...payload, note: 1 }],
  ['an unknown member', { ...payload, colour: 'red' }],
  ['a member that the receiver sets', { ...payload, id: 'tsk_1' }],
  ['a list', [payload]],
  ['null', null],
])('a create with %s is refused, leaves nothing and keeps its key usable', async (_what, invalid) => {
  const crm = openCaller();
  const refused = await crm.create('k', invalid);
  expect([refused.status, refused.json.type]).toEqual([400, '/problems/invalid']);
  expect((await crm.get('/v1/tasks')).json.data).toEqual([]);
  expect((await crm.create('k', payload)).status).toBe(201);
});

test('the longest title, reference and description are accepted', async () => {
  const crm = openCaller();
  const longest = { title: '🙂'.repeat(160), reference: '🙂'.repeat(200), description: 'x'.repeat(65_536) };
  expect((await crm.create('k', longest)).status).toBe(201);
});

test('a reference is not unique: two keys make two records of the same content', async () => {
  const crm = openCaller();
  const [one, other] = [await crm.create('k1', payload), await crm.create('k2', payload)];
  expect(one.json.id).not.toBe(other.json.id);
  expect(await crm.records('m-1')).toHaveLength(2);
});

test('notes are created, read and found under the same guard', async () => {
  const crm = openCaller();
  const headers = { 'idempotency-key': 'k' };
  const body = JSON.stringify({ text: 'Called', reference: 'm-1' });
  const first = await crm.send('POST', '/v1/notes', { headers, body });
  const again = await crm.send('POST', '/v1/notes', { headers, body });
  expect(first.json).toEqual({ id: first.json.id, text: 'Called', reference: 'm-1' });
  expect(first.json.id).toMatch(/^nte_/);
  expect(again.json).toEqual(first.json);
  expect((await crm.get(`/v1/notes/${first.json.id}`)).json).toEqual(first.json);
  expect((await crm.get('/v1/notes?reference=m-1')).json).toEqual({ data: [first.json], next: null });
  expect((await crm.get(`/v1/tasks/${first.json.id}`)).status).toBe(404);
});

test('ids come from chance: another chance, another id; the same, the same', async () => {
  const idWith = async (number: number) =>
    (await openCaller({ chance: () => number }).create('k', payload)).json.id as string;
  expect(await idWith(0.5)).toBe(await idWith(0.5));
  expect(await idWith(0.5)).not.toBe(await idWith(0.25));
});

test('ids stay unique when chance repeats itself', async () => {
  const crm = openCaller({ chance: () => 0.5 });
  const [one, other] = [await crm.create('k1', payload), await crm.create('k2', payload)];
  await crm.send('DELETE', `/v1/tasks/${other.json.id}`);
  const third = await crm.create('k3', payload);
  expect(new Set([one.json.id, other.json.id, third.json.id]).size).toBe(3);
});
