import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCaller } from './support.js';

const payload = { title: 'Call back', reference: 'm-1' };
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  file = join(folder, 'crm.sqlite');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('records, keys and contents outlive the process', async () => {
  const before = openCaller({ file });
  const first = await before.create('k', payload);
  before.receiver.close();

  const after = openCaller({ file });
  expect((await after.create('k', payload)).text).toBe(first.text);
  expect((await after.create('k', { ...payload, title: 'Other' })).status).toBe(422);
  expect((await after.get('/v1/tasks?key=k')).json.data).toEqual([first.json]);
  expect((await after.create('k2', payload)).json.id).not.toBe(first.json.id);
  after.receiver.close();
});

test('the window of a key counts on through a restart', async () => {
  const before = openCaller({ file, retentionMs: 1000 });
  await before.create('k', payload);
  before.receiver.close();

  const after = openCaller({ file, retentionMs: 1000 });
  await after.clock.advance(999);
  expect((await after.create('k', payload)).headers.has('idempotent-replayed')).toBe(true);
  await after.clock.advance(1);
  expect((await after.create('k', payload)).headers.has('idempotent-replayed')).toBe(false);
  after.receiver.close();
});

test('a create that died with its process holds its key for the lease and no longer', async () => {
  const before = openCaller({ file, leaseMs: 30_000 });
  await before.control('slow', { ms: 5000 });
  const died = before.create('k', payload);
  await before.clock.waiting(1);
  before.receiver.close();

  const after = openCaller({ file, leaseMs: 30_000 });
  expect((await after.create('k', payload)).status).toBe(409);
  await after.clock.advance(30_000);
  expect((await after.create('k', payload)).status).toBe(201);
  expect(await after.records('m-1')).toHaveLength(1);
  after.receiver.close();

  await before.clock.advance(5000);
  expect((await died).status).toBe(500);
});

test('two receivers on one file share their keys', async () => {
  const [one, other] = [openCaller({ file }), openCaller({ file })];
  const first = await one.create('k', payload);
  expect((await other.create('k', payload)).text).toBe(first.text);
  await one.control('slow', { ms: 5000 });
  const running = one.create('k2', payload);
  await one.clock.waiting(1);
  expect((await other.create('k2', payload)).status).toBe(409);
  await one.clock.advance(5000);
  expect((await other.create('k2', payload)).text).toBe((await running).text);
  one.receiver.close();
  other.receiver.close();
});

test('while another process holds the file for too long, a create is told busy and leaves nothing', async () => {
  const troubles: unknown[] = [];
  const crm = openCaller({ file, onTrouble: (error) => troubles.push(error) });
  const blocker = new Database(file);
  blocker.exec('BEGIN IMMEDIATE');
  const refused = await crm.create('k', payload);
  expect([refused.status, refused.json.type, refused.headers.get('retry-after')]).toEqual([
    503,
    '/problems/busy',
    '1',
  ]);
  expect(troubles).toHaveLength(1);
  blocker.exec('ROLLBACK');
  blocker.close();
  expect((await crm.create('k', payload)).status).toBe(201);
  crm.receiver.close();
});

test('the file is kept safe against the loss of power', async () => {
  const crm = openCaller({ file });
  await crm.create('k', payload);
  const database = new Database(file, { readonly: true });
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  database.close();
  crm.receiver.close();
});

test('a closed receiver answers 500 and tells why to whom it may concern', async () => {
  const troubles: unknown[] = [];
  const crm = openCaller({ file, onTrouble: (error) => troubles.push(error) });
  crm.receiver.close();
  const answer = await crm.create('k', payload);
  expect([answer.status, answer.json.type]).toEqual([500, '/problems/failed']);
  expect(troubles).toHaveLength(1);
});
