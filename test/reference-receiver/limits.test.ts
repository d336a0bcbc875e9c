import { expect, test } from 'vitest';
import { openCaller } from './support.js';

const payload = { title: 'Call back', reference: 'm-1' };
const headers = { 'idempotency-key': 'k' };

test.each([
  ['broken off', '{"title":"Call'],
  ['empty', ''],
  ['with a member twice', '{"title":"a","title":"a","reference":"m-1"}'],
  [
    'with a nested member twice, once escaped',
    '{"title":"a","reference":"m-1","details":{"x":1,"\\u0078":2}}',
  ],
  ['nested 65 deep', `{"title":"a","reference":"m-1","details":{"x":${'['.repeat(63)}${']'.repeat(63)}}}`],
  ['with a whole number beyond 2^53-1', '{"title":"a","reference":"m-1","details":{"x":9007199254740993}}'],
  ['with a number beyond all doubles', '{"title":"a","reference":"m-1","amount":1e999}'],
  ['with half a surrogate pair', '{"title":"a\\ud83d","reference":"m-1"}'],
])('a body that is %s is refused as JSON', async (_what, body) => {
  const crm = openCaller();
  const refused = await crm.send('POST', '/v1/tasks', { headers, body });
  expect([refused.status, refused.json.type]).toEqual([400, '/problems/bad-json']);
  expect((await crm.create('k', payload)).status).toBe(201);
});

test('64 levels, and members of one name in different objects, are accepted', async () => {
  const crm = openCaller();
  const deep = `{"x":${'['.repeat(62)}${']'.repeat(62)}}`;
  const body = `{"title":"a \\"title\\": {[","reference":"m-1","details":${deep}}`;
  expect((await crm.send('POST', '/v1/tasks', { headers, body })).status).toBe(201);
  expect(
    (await crm.create('k2', { ...payload, details: { a: { x: 1 }, b: { x: 1 }, x: ['x', 'x'] } })).status,
  ).toBe(201);
});

test('a body that is no UTF-8 is refused', async () => {
  const body = Buffer.from('{"title":"Zo\u00eb","reference":"m-1"}', 'latin1');
  expect((await openCaller().send('POST', '/v1/tasks', { headers, body })).json.type).toBe(
    '/problems/bad-json',
  );
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'application/jsonx',
])('a body as %s is refused', async (type) => {
  const answer = await openCaller().create('k', payload, { headers: { 'content-type': type } });
  expect([answer.status, answer.json.type]).toEqual([415, '/problems/unsupported-media-type']);
});

test('a content type may say its charset, and is read without regard to case', async () => {
  const type = { 'content-type': 'Application/JSON ; charset="UTF-8"' };
  expect((await openCaller().create('k', payload, { headers: type })).status).toBe(201);
});

test('a body of 256 KiB is read, one byte more is refused', async () => {
  const crm = openCaller();
  const bodyOf = (bytes: number) => {
    const start = JSON.stringify({ ...payload, note: '' }).slice(0, -2);
    return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
  };
  expect((await crm.send('POST', '/v1/tasks', { headers, body: bodyOf(262_145) })).json.type).toBe(
    '/problems/too-large',
  );
  expect((await crm.send('POST', '/v1/tasks', { headers, body: bodyOf(262_144) })).status).toBe(201);
});

test('a body without a stated length is read no further than the limit', async () => {
  const crm = openCaller();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const request = new Request('http://crm.test/v1/tasks', {
    method: 'POST',
    headers: { ...headers, authorization: 'Bearer harbor-token', 'content-type': 'application/json' },
    body,
    duplex: 'half',
  });
  expect((await crm.receiver.handle(request)).status).toBe(413);
  expect(sent).toBeLessThan(600_000);
});

test.each([
  ['PUT', '/v1/tasks', 'GET, POST'],
  ['POST', '/v1/tasks/tsk_1', 'GET, PATCH, DELETE'],
  ['PATCH', '/v1/notes/nte_1', 'GET'],
  ['DELETE', '/healthz', 'GET'],
  ['GET', '/__test/clock', 'POST'],
])('%s %s is not allowed, and the answer says what is', async (method, path, allow) => {
  const answer = await openCaller().send(method, path);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
});

test.each([
  '/',
  '/v1',
  '/v1/',
  '/v1/deals',
  '/v1/tasks/',
  '/v1/tasks/a/b',
  '/__test/unknown',
  '/v1/__proto__',
])('there is nothing at %s', async (path) => {
  expect((await openCaller().send('POST', path)).status).toBe(404);
});

test('every refusal is a problem document of RFC 9457', async () => {
  const crm = openCaller();
  const refusals = [
    await crm.create(null, payload),
    await crm.create('k', {}),
    await crm.get('/v1/tasks/tsk_unknown'),
    await crm.get('/nowhere'),
    await crm.get('/v1/tasks', { token: null }),
  ];
  for (const { status, headers: told, json } of refusals) {
    expect(told.get('content-type')).toBe('application/problem+json');
    expect(json).toEqual({
      type: expect.stringMatching(/^\/problems\//),
      title: expect.any(String),
      status,
      detail: expect.any(String),
    });
  }
});
