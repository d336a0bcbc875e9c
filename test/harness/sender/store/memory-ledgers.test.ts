import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { virtualClock } from '../../../../src/harness/run/virtual-clock.js';
import { memoryLedgers } from '../../../../src/harness/sender/store/sqlite/memory-ledgers.js';
import { openSqliteStore } from '../../../../src/harness/sender/store/sqlite/open-sqlite-store.js';
import { approveAll, claim } from './stores.js';

const clock = virtualClock(0);

function contentOf(ledger: Database): Record<string, unknown> {
  const tables = ledger.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck();
  return Object.fromEntries(
    tables.all().map((table) => [table, ledger.prepare(`SELECT * FROM ${table}`).all()]),
  );
}

test('a ledger that is given back is lent again as if it were new', async () => {
  const lend = memoryLedgers();
  const { ledger, giveBack } = lend();
  const fresh = contentOf(ledger);
  const store = openSqliteStore(ledger, { clock });
  await approveAll(store, 'a', 'b');
  await claim(store);
  await store.switchSends({ act: 'pause', who: 'Ann', why: 'a test' });
  ledger.exec(`
    INSERT INTO constraint_keys (rule, constraint_key, key, accepted_at) VALUES ('r', 'c', 'key of a', 1);
    INSERT INTO refusals (at, key, action, rule, why) VALUES (1, 'k', 'a', 'r', 'why');
    INSERT INTO data_versions (object, version, told_at, who) VALUES ('o', '1', 1, 'Ann');
  `);
  await store.close();
  for (const [table, rows] of Object.entries(contentOf(ledger)))
    expect(rows, table).not.toEqual(fresh[table]);
  giveBack();
  expect(lend().ledger).toBe(ledger);
  expect(contentOf(ledger)).toEqual(fresh);
});

test('two that are lent at once share nothing', async () => {
  const lend = memoryLedgers();
  const [one, other] = [lend(), lend()];
  await approveAll(openSqliteStore(one.ledger, { clock }), 'a');
  expect(await openSqliteStore(other.ledger, { clock }).rows()).toEqual([]);
});

test('whoever still holds a closed store is refused, though its ledger is used by another', async () => {
  const { ledger } = memoryLedgers()();
  const late = openSqliteStore(ledger, { clock });
  await approveAll(late, 'a');
  await late.close();
  const next = openSqliteStore(ledger, { clock });
  await expect(late.rows()).rejects.toThrow('not open');
  await expect(claim(late)).rejects.toThrow('not open');
  await expect(approveAll(late, 'b')).rejects.toThrow('not open');
  expect((await next.rows()).map(({ state }) => state)).toEqual(['pending']);
});
