import type { Database } from 'better-sqlite3';
import { firstRows, schema, schemaVersion } from './schema.js';

/** Lays the tables out where the database is new, or one of an earlier layout. */
export function layOut(database: Database): void {
  if (database.pragma('user_version', { simple: true }) === schemaVersion) return;
  database.exec(schema);
  for (const row of firstRows) database.exec(row);
  database.pragma(`user_version = ${schemaVersion}`);
}

/** What makes a database that was laid out as it was when it was new, as often as it is called. */
export function emptying(database: Database): () => void {
  // A table that names another was made after it.
  const tables = database
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid DESC`)
    .pluck();
  const statements = [...tables.all().map((table) => `DELETE FROM ${table}`), ...firstRows];
  const prepared = statements.map((each) => database.prepare(each));
  return database.transaction(() => {
    for (const each of prepared) each.run();
  });
}
