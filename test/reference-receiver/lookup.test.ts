import { expect, test } from 'vitest';
import { openCaller } from './support.js';
import type { Caller } from './support.js';

const payload = { title: 'Call back', reference: 'm-1' };

async function many(crm: Caller, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { json } = await crm.create(`k${ids.length}-${count}`, { ...payload, title: `Number ${number}` });
    ids.push(json.id as string);
  }
  return ids;
}

test('a record is found by its key and by its reference as soon as the create is answered', async () => {
  const crm = openCaller();
  const { json } = await crm.create('Zoë/1 %+', { ...payload, reference: 'naïve & co' });
  expect((await crm.get(`/v1/tasks?key=${encodeURIComponent('Zoë/1 %+')}`)).json).toEqual({
    data: [json],
    next: null,
  });
  expect(await crm.records('naïve & co')).toEqual([json]);
});

test('a look-up shows the record as it is now, not as it was created', async () => {
  const crm = openCaller();
  const { json } = await crm.create('k', payload);
  await crm.update(json.id, 1, { reference: 'm-2' });
  expect((await crm.get('/v1/tasks?key=k')).json.data).toMatchObject([{ version: 2, reference: 'm-2' }]);
  expect(await crm.records('m-1')).toEqual([]);
  expect(await crm.records('m-2')).toHaveLength(1);
});

test('what is not there is an empty list, and nothing similar is found', async () => {
  const crm = openCaller();
  await crm.create('case-10', { ...payload, reference: 'Marker-10' });
  for (const query of [
    'key=case-1',
    'key=case-100',
    'key=CASE-10',
    'key=',
    'reference=Marker-1',
    'reference=marker-10',
  ]) {
    expect((await crm.get(`/v1/tasks?${query}`)).json).toEqual({ data: [], next: null });
  }
});

test('pages come in creation order, whole, and stay in place while records are added and removed', async () => {
  const crm = openCaller();
  const ids = await many(crm, 45);
  const first = await crm.get('/v1/tasks?reference=m-1');
  expect(first.json.data).toHaveLength(20);
  const later = (await crm.create('later', payload)).json.id as string;
  await crm.send('DELETE', `/v1/tasks/${ids[0]}`);
  const second = await crm.get(`/v1/tasks?reference=m-1&after=${first.json.next}`);
  const third = await crm.get(`/v1/tasks?reference=m-1&after=${second.json.next}`);
  expect(third.json.next).toBeNull();
  const seen = [first, second, third].flatMap(({ json }) =>
    (json.data as { id: string }[]).map(({ id }) => id),
  );
  expect(seen).toEqual([...ids, later]);
});

test('a page that ends exactly at the last record has no next', async () => {
  const crm = openCaller();
  await many(crm, 4);
  const first = await crm.get('/v1/tasks?limit=2');
  const second = await crm.get(`/v1/tasks?limit=2&after=${first.json.next}`);
  expect([second.json.data.length, second.json.next]).toEqual([2, null]);
});

test.each(['limit=0', 'limit=101', 'limit=x', 'after=x', 'after=-1', 'key=a&reference=b'])(
  'a look-up with %s is refused',
  async (query) => {
    expect((await openCaller().get(`/v1/tasks?${query}`)).json.type).toBe('/problems/invalid');
  },
);

test('a record that is not there is 404', async () => {
  expect((await openCaller().get('/v1/tasks/tsk_unknown')).json.type).toBe('/problems/not-found');
});
