import Database from 'better-sqlite3';
import { makeTables } from './open-database.js';
import { firstRow } from './schema.js';

/** A ledger in memory that is lent; it is not to be used once it was given back. */
export interface LentLedger {
  readonly ledger: Database.Database;
  readonly giveBack: () => void;
}

/**
 * Lends ledgers in memory to senders that live for one short trial each, as many as are asked for at once. One that is
 * given back is emptied and lent to the next, which finds it as if it were new, with its statements compiled.
 */
export function memoryLedgers(): () => LentLedger {
  const spare: LentLedger[] = [];
  return () => spare.pop() ?? made(spare);
}

function made(spare: LentLedger[]): LentLedger {
  const ledger = new Database(':memory:');
  ledger.pragma('foreign_keys = ON');
  makeTables(ledger);
  const empty = emptying(ledger);
  const lent: LentLedger = {
    ledger,
    giveBack: () => {
      empty();
      spare.push(lent);
    },
  };
  return lent;
}

function emptying(ledger: Database.Database): () => void {
  // A table that names another was made after it.
  const tables = ledger
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid DESC`)
    .pluck();
  const statements = [...tables.all().map((table) => `DELETE FROM ${table}`), firstRow];
  const prepared = statements.map((each) => ledger.prepare(each));
  return ledger.transaction(() => {
    for (const each of prepared) each.run();
  });
}
