import { expect, test } from 'vitest';
import { openCaller } from './support.js';

const payload = { title: 'Call back', reference: 'm-1' };
const quay = { token: 'quay-token' };

test.each([null, 'unknown', ''])(
  'without a valid credential (%s) nothing is told, and no key is touched',
  async (token) => {
    const crm = openCaller();
    await crm.create('used', payload);
    for (const path of ['/v1/tasks', '/v1/tasks?key=used', '/v1/tasks/tsk_1', '/v1/notes', '/v1/nowhere']) {
      const refused = await crm.get(path, { token });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
    }
    expect((await crm.create('used', payload, { token })).status).toBe(401);
    expect((await crm.create('fresh', payload, { token })).status).toBe(401);
    expect((await crm.create('fresh', payload)).headers.has('idempotent-replayed')).toBe(false);
  },
);

test('a refused credential is not told again', async () => {
  const refused = await openCaller().get('/v1/tasks', { token: 'secret-of-somebody' });
  expect(refused.text).not.toContain('secret-of-somebody');
});

test('the credential is looked at before the form of the request', async () => {
  const crm = openCaller();
  expect((await crm.send('POST', '/v1/tasks', { token: null, body: '{' })).status).toBe(401);
  await crm.control('throttle-next', { times: 1 });
  expect((await crm.create('k', payload, { token: null })).status).toBe(401);
});

test('one key of two tenants is two keys, and neither sees the other', async () => {
  const crm = openCaller();
  const ours = await crm.create('k', payload);
  const theirs = await crm.create('k', { ...payload, title: 'Theirs' }, quay);
  expect([theirs.status, theirs.json.title]).toEqual([201, 'Theirs']);
  expect(theirs.json.id).not.toBe(ours.json.id);
  expect((await crm.get('/v1/tasks?key=k', quay)).json.data).toEqual([theirs.json]);
  expect(await crm.records('m-1', quay)).toEqual([theirs.json]);
  expect((await crm.get('/v1/tasks', quay)).json.data).toEqual([theirs.json]);
});

test('a record of another tenant can be neither read, changed nor removed', async () => {
  const crm = openCaller();
  const { json } = await crm.create('k', payload);
  expect((await crm.get(`/v1/tasks/${json.id}`, quay)).status).toBe(404);
  expect((await crm.update(json.id, 1, { title: 'Theirs' }, quay)).status).toBe(404);
  expect((await crm.send('DELETE', `/v1/tasks/${json.id}`, quay)).status).toBe(404);
  expect((await crm.get(`/v1/tasks/${json.id}`)).json).toEqual(json);
});

test('a retry with a renewed credential of the same tenant is a retry', async () => {
  const crm = openCaller();
  const first = await crm.create('k', payload);
  expect((await crm.create('k', payload, { token: 'harbor-token-renewed' })).text).toBe(first.text);
});

test('tokens can be given', async () => {
  const crm = openCaller({ tokens: { mine: 'tenant' } });
  expect((await crm.create('k', payload, { token: 'mine' })).status).toBe(201);
  expect((await crm.create('k', payload)).status).toBe(401);
});
