import net from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveReceiver, systemClock } from '../../reference-receiver/index.js';
import type { ServedReceiver } from '../../reference-receiver/index.js';
import { handClock, seededChance } from './support.js';
import type { HandClock } from './support.js';

let served: ServedReceiver;
let clock: HandClock;

beforeEach(async () => {
  clock = handClock();
  served = await serveReceiver({
    file: ':memory:',
    clock,
    chance: seededChance(),
    controls: true,
    host: '127.0.0.1',
    port: 0,
  });
});

afterEach(() => served.close());

const authorised = { authorization: 'Bearer harbor-token', 'content-type': 'application/json' };

function create(key: string, payload: unknown) {
  const headers = { ...authorised, 'idempotency-key': key };
  return fetch(`${served.url}/v1/tasks`, { method: 'POST', headers, body: JSON.stringify(payload) });
}

async function slowNext(ms: number): Promise<void> {
  const body = JSON.stringify({ ms });
  await fetch(`${served.url}/__test/slow`, { method: 'POST', headers: authorised, body });
}

async function recordsOf(reference: string): Promise<{ id: string }[]> {
  const answer = await fetch(`${served.url}/v1/tasks?reference=${reference}`, { headers: authorised });
  return ((await answer.json()) as { data: { id: string }[] }).data;
}

/** Writes bytes to a socket and reads what comes back until the receiver closes it. */
async function exchange(bytes: string): Promise<string> {
  const socket = net.connect(Number(new URL(served.url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += String(chunk);
  });
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return text;
}

const head = (lines: readonly string[]) =>
  [...lines, 'Host: crm.test', 'Authorization: Bearer harbor-token', 'Connection: close', '', ''].join(
    '\r\n',
  );

test('it is ready when it resolves, and tells its health without a credential', async () => {
  const answer = await fetch(`${served.url}/healthz`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok' });
});

test('a create and its retry over HTTP make one record', async () => {
  const payload = { title: 'Call back', reference: 'over-http' };
  const first = await create('over-http', payload);
  const again = await create('over-http', payload);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.text()).toBe(await first.text());
  expect(await recordsOf('over-http')).toHaveLength(1);
});

test('twenty copies of a create at once make one record, and all name it', async () => {
  const payload = { title: 'Call back', reference: 'burst' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('burst', payload)));
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id));
  expect(new Set(ids).size).toBe(1);
  expect(await recordsOf('burst')).toHaveLength(1);
});

test('a key header sent twice with one value is that key, with two values it is refused', async () => {
  const body = JSON.stringify({ title: 'Call back', reference: 'twice' });
  const post = (keys: readonly string[]) =>
    exchange(
      head([
        'POST /v1/tasks HTTP/1.1',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        ...keys.map((key) => `Idempotency-Key: ${key}`),
      ]) + body,
    );
  expect(await post(['same', 'same'])).toMatch(/^HTTP\/1\.1 201 /);
  expect(await post(['same'])).toMatch(/idempotent-replayed: true/i);
  expect(await post(['same', 'other'])).toMatch(/^HTTP\/1\.1 400 [^]*\/problems\/key-invalid/);
  expect(await recordsOf('twice')).toHaveLength(1);
});

test('a body that is larger than it may be is refused, although all of it is sent', async () => {
  const answer = await create('large', { title: 'Call back', reference: 'large', note: 'x'.repeat(600_000) });
  expect(answer.status).toBe(413);
  expect(await recordsOf('large')).toHaveLength(0);
});

test('an endless body is refused as soon as it passes the limit', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const lines = ['POST /v1/tasks HTTP/1.1', 'Content-Type: application/json', 'Idempotency-Key: endless'];
  const start = head([...lines, 'Transfer-Encoding: chunked']);
  expect(await exchange(start + chunk.repeat(5))).toMatch(/^HTTP\/1\.1 413 /);
});

test('a request that breaks off in its body leaves nothing, and the receiver goes on', async () => {
  const body = JSON.stringify({ title: 'Call back', reference: 'broken-off' });
  const socket = net.connect(Number(new URL(served.url).port), '127.0.0.1');
  const lines = ['POST /v1/tasks HTTP/1.1', 'Content-Type: application/json', 'Idempotency-Key: broken-off'];
  socket.end(head([...lines, `Content-Length: ${body.length}`]) + body.slice(0, 20));
  socket.resume();
  await once(socket, 'close');
  expect(await recordsOf('broken-off')).toHaveLength(0);
  expect((await create('broken-off', JSON.parse(body))).status).toBe(201);
});

test('a create whose caller has gone is finished, and its retry gets the answer', async () => {
  const body = JSON.stringify({ title: 'Call back', reference: 'gone' });
  await slowNext(100);
  const socket = net.connect(Number(new URL(served.url).port), '127.0.0.1');
  const lines = ['POST /v1/tasks HTTP/1.1', 'Content-Type: application/json', 'Idempotency-Key: gone'];
  socket.write(head([...lines, `Content-Length: ${body.length}`]) + body);
  await clock.waiting(1);
  socket.resetAndDestroy();
  expect((await create('gone', JSON.parse(body))).status).toBe(409);
  await clock.advance(100);
  expect((await create('gone', JSON.parse(body))).headers.get('idempotent-replayed')).toBe('true');
  expect(await recordsOf('gone')).toHaveLength(1);
});

test('what the web Request cannot carry is refused, not dropped', async () => {
  expect(await exchange(head(['TRACE /v1/tasks HTTP/1.1']))).toMatch(/^HTTP\/1\.1 400 /);
});

test('closing lets a running create end and answers it', async () => {
  await slowNext(100);
  const running = create('closing', { title: 'Call back', reference: 'closing' });
  await clock.waiting(1);
  const closed = served.close();
  await clock.advance(100);
  expect((await running).status).toBe(201);
  await closed;
  await expect(fetch(`${served.url}/healthz`)).rejects.toThrow();
});

test('an address that is taken is an error', async () => {
  const port = Number(new URL(served.url).port);
  const options = { file: ':memory:', clock: systemClock, chance: seededChance(), controls: false };
  await expect(serveReceiver({ ...options, host: '127.0.0.1', port })).rejects.toThrow(/EADDRINUSE/);
});
