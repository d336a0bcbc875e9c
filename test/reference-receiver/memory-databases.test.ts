import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { memoryDatabases } from '../../reference-receiver/store/memory-databases.js';
import { openStore } from '../../reference-receiver/store/store.js';

function contentOf(database: Database): Record<string, unknown> {
  const tables = database.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck();
  return Object.fromEntries(
    tables.all().map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]),
  );
}

function use(database: Database): void {
  const store = openStore(database, 'NORMAL');
  store.database.exec(`
    INSERT INTO records (id, tenant, kind, reference, version, created_at, payload) VALUES ('r', 't', 'k', '', 1, 1, '{}');
    INSERT INTO keys (tenant, method, route, key, state, fence, fingerprint, lease_until)
      VALUES ('t', 'POST', '/', 'k', 'working', 1, 'f', 1);
    INSERT INTO intents (tenant, kind, intent, fingerprint, record_id) VALUES ('t', 'k', 'i', 'f', 'r');
    INSERT INTO jobs (key_sequence, fence, tenant, due_at, work, state)
      VALUES (1, 1, 't', 1, '{}', 'pending');
    UPDATE fences SET next = 9;
  `);
  store.movedClock.write(1_000);
  store.close();
}

test('a database that is given back is lent again as if it were new', () => {
  const lend = memoryDatabases();
  const { database, giveBack } = lend();
  const fresh = contentOf(database);
  use(database);
  for (const [table, rows] of Object.entries(contentOf(database))) {
    expect(rows, table).not.toEqual(fresh[table]);
  }
  giveBack();
  expect(lend().database).toBe(database);
  expect(contentOf(database)).toEqual(fresh);
});

test('two that are lent at once share nothing', () => {
  const lend = memoryDatabases();
  const [one, other] = [lend(), lend()];
  const fresh = contentOf(other.database);
  use(one.database);
  expect(contentOf(other.database)).toEqual(fresh);
});

test('what was not committed when a store closes is undone', () => {
  const { database } = memoryDatabases()();
  const store = openStore(database, 'NORMAL');
  store.database.exec('BEGIN IMMEDIATE; UPDATE moved_clock SET offset_ms = 5');
  store.close();
  expect(openStore(database, 'NORMAL').movedClock.read()).toBe(0);
});

test('whoever still holds a closed store is refused, though its database is used by another', () => {
  const { database } = memoryDatabases()();
  const late = openStore(database, 'NORMAL');
  const read = late.database.prepare('SELECT * FROM records');
  read.all();
  late.close();
  const next = openStore(database, 'NORMAL');
  const lateUses = [
    () => read.all(),
    () => late.movedClock.write(7),
    () => late.atomically(() => 0),
    () => late.database.exec('DELETE FROM fences'),
    () => late.database.inTransaction,
  ];
  for (const lateUse of lateUses) expect(lateUse).toThrow('not open');
  expect(next.movedClock.read()).toBe(0);
});
