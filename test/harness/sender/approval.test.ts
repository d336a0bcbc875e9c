import Database from 'better-sqlite3';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { KitError } from '../../../src/harness/model/kit-error.js';
import { openSqliteStore } from '../../../src/harness/sender/store/sqlite/open-sqlite-store.js';
import { builtFile } from '../../support/built-receiver.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { intentFor, openTrial } from './support.js';

describe('an approval', () => {
  it('names the hash of the stored bytes and its expiry', async () => {
    const { approve, of, clock, file } = openTrial();
    await approve(intentFor('case-104', { expiresInMs: 5_000 }));
    const [event] = of('approval-recorded');
    expect(event).toMatchObject({ action: 'case-104', expiresAt: clock.now() + 5_000 });
    expect(event?.payloadHash).toMatch(/^[0-9a-f]{64}$/);
    const read = new Database(file, { readonly: true });
    const stored = read.prepare('SELECT payload_hash FROM approvals').pluck().get();
    read.close();
    expect(stored).toBe(event?.payloadHash);
  });

  it('is refused as changed content under another key, name or credential', async () => {
    const { approve } = openTrial();
    const intent = intentFor();
    await approve(intent);
    expect(await approve({ ...intent, key: 'another-key' })).toBe('refused');
    expect(await approve({ ...intent, name: 'another name' })).toBe('refused');
    expect(await approve({ ...intent, credential: 'other_tenant' })).toBe('refused');
    expect(await approve(intent)).toBe('repeated');
  });

  it('may carry no body where the request has none', async () => {
    const { approve } = openTrial();
    const intent = intentFor();
    expect(await approve({ ...intent, request: { ...intent.request, body: null } })).toBe('recorded');
  });

  it('outlives the sender that took it', async () => {
    const { approve, another, sender, attempt } = openTrial();
    await approve();
    await sender.close();
    const later = another();
    expect(await later.rows()).toMatchObject([
      { action: 'case-104', state: 'pending', attempts: 0, fence: 0 },
    ]);
    await attempt({ by: later });
    expect(await later.rows()).toMatchObject([{ state: 'sent' }]);
  });

  it('sends the very bytes that were approved', async () => {
    const { approve, attempt, work, creates } = openTrial();
    const intent = intentFor('case-104', { title: 'Rückruf “wegen” <Plan> 🛠' });
    await approve(intent);
    await attempt({ effects: [{ kind: 'refuse' }] });
    await work();
    expect(creates.map((create) => create.request)).toEqual([intent.request, intent.request]);
  });
});

describe('the file of the sender', () => {
  it('is durable: write-ahead log, full synchronisation, foreign keys', () => {
    const { file } = openTrial();
    const read = new Database(file, { readonly: true });
    expect(read.pragma('journal_mode', { simple: true })).toBe('wal');
    read.close();
  });

  it('is laid out once, however many open it at the same moment', async () => {
    const folder = temporaryFolder();
    const opening = builtFile('src/harness/sender/store/sqlite/open-sqlite-store.js');
    const script = `(async () => {
      const { openSqliteStore } = await import(${JSON.stringify(opening)});
      const { workerData } = require('node:worker_threads');
      const arrived = new Int32Array(workerData);
      for (let file = 1; file <= 50; file += 1) {
        Atomics.add(arrived, 0, 1);
        while (Atomics.load(arrived, 0) < file * 4) continue;
        await openSqliteStore(${JSON.stringify(folder)} + '/' + file, { clock: Date }).close();
      }
    })()`;
    const workerData = new SharedArrayBuffer(4);
    const threads = Array.from({ length: 4 }, () => new Worker(script, { eval: true, workerData }));
    try {
      const codes = await Promise.all(threads.map(async (thread) => once(thread, 'exit')));
      expect(codes).toEqual([[0], [0], [0], [0]]);
    } finally {
      for (const thread of threads) await thread.terminate();
    }
  });

  it('is refused when it has another layout, or cannot be opened', () => {
    const { file, clock } = openTrial();
    const folder = join(file, '..');
    const foreign = join(folder, 'foreign.sqlite');
    const database = new Database(foreign);
    database.pragma('user_version = 7');
    database.close();
    expect(() => openSqliteStore(foreign, { clock })).toThrow(KitError);
    expect(() => openSqliteStore(join(folder, 'missing', 'outbox.sqlite'), { clock })).toThrow(KitError);
  });
});
