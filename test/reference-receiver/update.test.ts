import { expect, test } from 'vitest';
import { openCaller } from './support.js';

const payload = { title: 'Call back', reference: 'm-1', amount: 3, note: null };

async function withTask() {
  const crm = openCaller();
  const { json } = await crm.create('k', payload);
  return { crm, id: json.id as string };
}

test('an update changes the named fields, counts the version and keeps the rest', async () => {
  const { crm, id } = await withTask();
  const answer = await crm.update(id, 1, { title: 'Second', note: '' });
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"']);
  expect(answer.json).toMatchObject({ ...payload, title: 'Second', note: '', version: 2 });
  expect((await crm.get(`/v1/tasks/${id}`)).json).toEqual(answer.json);
});

test('the expected version may be bare', async () => {
  const { crm, id } = await withTask();
  expect((await crm.update(id, null, { title: 'Second' }, { headers: { 'if-match': '1' } })).status).toBe(
    200,
  );
});

test.each(['"2"', '"0"', 'W/"1"', '*', 'x'])('an update that expects %s is stale', async (ifMatch) => {
  const { crm, id } = await withTask();
  const answer = await crm.update(id, null, { title: 'Second' }, { headers: { 'if-match': ifMatch } });
  expect([answer.status, answer.json.type]).toEqual([412, '/problems/stale-version']);
  expect((await crm.get(`/v1/tasks/${id}`)).json).toMatchObject({ ...payload, version: 1 });
});

test('an update without a version is refused', async () => {
  const { crm, id } = await withTask();
  expect((await crm.update(id, null, { title: 'Second' })).json.type).toBe('/problems/version-missing');
});

test('an update told three times is applied once', async () => {
  const { crm, id } = await withTask();
  const answers = [];
  for (let use = 0; use < 3; use += 1) answers.push((await crm.update(id, 1, { title: 'Second' })).status);
  expect(answers).toEqual([200, 412, 412]);
  expect((await crm.get(`/v1/tasks/${id}`)).json.version).toBe(2);
});

test('of twenty updates of one version at once one wins', async () => {
  const { crm, id } = await withTask();
  const raced = await Promise.all(
    Array.from({ length: 20 }, (_, number) => crm.update(id, 1, { amount: number })),
  );
  expect(raced.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(raced.filter(({ status }) => status === 412)).toHaveLength(19);
});

test.each([
  ['no member', {}],
  ['an unknown member', { colour: 'red' }],
  ['a version', { version: 9 }],
  ['a blank title', { title: ' ' }],
  ['a list', []],
])('an update with %s is refused', async (_what, changes) => {
  const { crm, id } = await withTask();
  expect((await crm.update(id, 1, changes)).json.type).toBe('/problems/invalid');
  expect((await crm.get(`/v1/tasks/${id}`)).json.version).toBe(1);
});

test('an update of an unknown record is 404 and makes nothing', async () => {
  const { crm } = await withTask();
  expect((await crm.update('tsk_unknown', 1, { title: 'Second' })).status).toBe(404);
  expect((await crm.get('/v1/tasks')).json.data).toHaveLength(1);
});

test('a delete removes once', async () => {
  const { crm, id } = await withTask();
  const removed = await crm.send('DELETE', `/v1/tasks/${id}`);
  expect([removed.status, removed.text]).toEqual([204, '']);
  expect((await crm.send('DELETE', `/v1/tasks/${id}`)).status).toBe(404);
  expect((await crm.get(`/v1/tasks/${id}`)).status).toBe(404);
});
