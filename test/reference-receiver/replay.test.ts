import { expect, test } from 'vitest';
import { openCaller } from './support.js';

const payload = { title: 'Call back', reference: 'm-1', amount: 1, details: { owner: 'Ana', list: [1, 2] } };

test('a retry gets the first answer again, marked, as often as it asks', async () => {
  const crm = openCaller();
  const first = await crm.create('k', payload);
  for (let use = 0; use < 10; use += 1) {
    const again = await crm.create('k', payload);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    for (const name of ['location', 'content-type'])
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  }
  expect(await crm.records('m-1')).toHaveLength(1);
});

test.each([
  ['members in another order', '{"reference":"m-1","title":"Zoë","amount":1}'],
  ['blanks between them', ' {"title" : "Zoë",\n "reference":"m-1", "amount":1 } '],
  ['escapes', '{"title":"Zo\\u00eb","reference":"m\\u002d1","amount":1}'],
  ['1.0 for 1', '{"title":"Zoë","reference":"m-1","amount":1.0}'],
  ['1e0 for 1', '{"title":"Zoë","reference":"m-1","amount":1e0}'],
])('a retry with %s is the same create', async (_what, body) => {
  const crm = openCaller();
  const headers = { 'idempotency-key': 'k' };
  await crm.send('POST', '/v1/tasks', { headers, body: '{"title":"Zoë","reference":"m-1","amount":1}' });
  const again = await crm.send('POST', '/v1/tasks', { headers, body });
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
});

test('a retry with other volatile headers, over another connection, is the same create', async () => {
  const crm = openCaller();
  await crm.create('k', payload, { connection: 'one', headers: { 'user-agent': 'a', traceparent: '00-1' } });
  const again = await crm.create('k', payload, {
    connection: 'two',
    headers: { 'user-agent': 'b', accept: '*/*' },
  });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test.each([
  ['another title', { title: 'Call' }],
  ['a nested member changed', { details: { owner: 'Bo', list: [1, 2] } }],
  ['a list in another order', { details: { owner: 'Ana', list: [2, 1] } }],
  ['a text for a number', { details: { owner: 'Ana', list: ['1', 2] } }],
  ['null for absent', { note: null }],
  ['empty for absent', { note: '' }],
  ['another spelling of one character', { title: 'Call back\u0301' }],
  ['an outer blank more', { title: 'Call back ' }],
])('%s under a used key is refused, and the first answer stays', async (_what, change) => {
  const crm = openCaller();
  const first = await crm.create('k', payload);
  const refused = await crm.create('k', { ...payload, ...change });
  expect([refused.status, refused.json.type]).toEqual([422, '/problems/key-reused']);
  expect((await crm.create('k', payload)).text).toBe(first.text);
  expect((await crm.records('m-1')).map(({ title }) => title as string)).toEqual([payload.title]);
});

test('twenty copies at once make one record and get one answer', async () => {
  const crm = openCaller();
  const answers = await Promise.all(Array.from({ length: 20 }, () => crm.create('k', payload)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(19);
  expect(await crm.records('m-1')).toHaveLength(1);
});

test('of two contents raced under one key one is created, the other refused', async () => {
  const crm = openCaller();
  const raced = await Promise.all([
    crm.create('k', payload),
    crm.create('k', { ...payload, title: 'Other' }),
  ]);
  expect(new Set(raced.map(({ status }) => status))).toEqual(new Set([201, 422]));
  expect(await crm.records('m-1')).toHaveLength(1);
});

test('twenty creates at once with their own keys make twenty records', async () => {
  const crm = openCaller();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => crm.create(`k${number}`, payload)),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect(await crm.records('m-1')).toHaveLength(20);
});

test('one key on two routes is two keys', async () => {
  const crm = openCaller();
  await crm.create('k', payload);
  const body = JSON.stringify({ text: 'Called', reference: 'm-1' });
  const note = await crm.send('POST', '/v1/notes', { headers: { 'idempotency-key': 'k' }, body });
  expect([note.status, note.json.id.slice(0, 4)]).toEqual([201, 'nte_']);
});

test('a late retry leaves an edit alone and tells the first answer', async () => {
  const crm = openCaller();
  const first = await crm.create('k', payload);
  await crm.update(first.json.id, 1, { title: 'Edited' });
  expect((await crm.create('k', payload)).text).toBe(first.text);
  expect((await crm.get(`/v1/tasks/${first.json.id}`)).json).toMatchObject({ title: 'Edited', version: 2 });
});

test('a late retry after a delete tells the first answer and makes nothing', async () => {
  const crm = openCaller();
  const first = await crm.create('k', payload);
  expect((await crm.send('DELETE', `/v1/tasks/${first.json.id}`)).status).toBe(204);
  expect((await crm.create('k', payload)).text).toBe(first.text);
  expect(await crm.records('m-1')).toEqual([]);
});
