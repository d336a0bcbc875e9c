import Database from 'better-sqlite3';
import { KitError } from '../../../model/kit-error.js';
import { firstRow, schema, schemaVersion } from './schema.js';

/** Opens the sender's file, and lays out its tables where it is new; throws a KitError where it is not one of ours. */
export function openDatabase(file: string, synchronous: 'FULL' | 'NORMAL'): Database.Database {
  const database = opened(file);
  try {
    layOut(database, file, synchronous);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function opened(file: string): Database.Database {
  try {
    return new Database(file);
  } catch (error) {
    throw new KitError(
      'BAD_FILE',
      {
        happened: `The outbox file ${file} cannot be opened.`,
        expected: 'an SQLite file, or a folder in which one can be made',
        next: 'make the folder, or name another file',
      },
      error,
    );
  }
}

const mostTries = 20;

/**
 * Who turns a new file to its write-ahead log needs it alone, and is told at once that somebody else has it, whatever
 * `busy_timeout` says. To begin a write is what waits for them.
 */
function logAhead(database: Database.Database): void {
  for (let tries = 1; ; tries += 1) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || tries === mostTries) throw error;
      database.exec('BEGIN IMMEDIATE; COMMIT');
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function layOut(database: Database.Database, file: string, synchronous: string): void {
  database.pragma('busy_timeout = 5000');
  logAhead(database);
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = ON');
  const found = database
    .transaction(() => {
      const version = Number(database.pragma('user_version', { simple: true }));
      if (version !== 0) return version;
      makeTables(database);
      database.pragma(`user_version = ${String(schemaVersion)}`);
      return schemaVersion;
    })
    .immediate();
  if (found === schemaVersion) return;
  throw new KitError('BAD_FILE', {
    happened: `The outbox file ${file} has layout ${String(found)}.`,
    expected: `layout ${String(schemaVersion)}`,
    next: 'use the version of the kit that made it, or begin with a new file',
  });
}

/** Makes the tables of a ledger in an empty database. */
export function makeTables(database: Database.Database): void {
  database.exec(schema);
  database.exec(firstRow);
}
