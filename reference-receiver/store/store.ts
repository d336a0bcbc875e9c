import Database from 'better-sqlite3';
import type { ClockPlace } from '../clock.js';
import { openIntents } from './intents.js';
import type { IntentTable } from './intents.js';
import { openJobs } from './jobs.js';
import type { JobTable } from './jobs.js';
import { openKeys } from './keys.js';
import type { KeyTable } from './keys.js';
import { lateStatements, type Preparing } from './late-statements.js';
import { openRecords } from './records.js';
import type { RecordTable } from './records.js';
import { schema, schemaVersion } from './schema.js';

/** What the receiver keeps on disk: the records, the keys, the intents, the jobs, and the one way to change all together. */
export interface Store {
  /** Open to flaws, which bring their own SQL as real mistakes do. */
  readonly database: Database.Database;
  readonly records: RecordTable;
  readonly keys: KeyTable;
  readonly intents: IntentTable;
  readonly jobs: JobTable;
  readonly movedClock: ClockPlace;
  /** Runs the work in one transaction that takes the write lock first; a throw undoes all of it. */
  atomically<T>(work: () => T): T;
  close(): void;
}

/** Opens or makes the database file; `:memory:` keeps nothing. Throws better-sqlite3's errors for a file it cannot use. */
export function openStore(file: string, synchronous: 'FULL' | 'NORMAL'): Store {
  const database = new Database(file);
  database.pragma('busy_timeout = 2000');
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = ON');
  layOut(database);
  const late = lateStatements(database);
  const transaction = database.transaction((work: () => unknown) => work());
  return {
    database,
    records: openRecords(late),
    keys: openKeys(late),
    intents: openIntents(late),
    jobs: openJobs(late),
    movedClock: openMovedClock(late),
    atomically: <T>(work: () => T) => transaction.immediate(work) as T,
    close: () => {
      database.close();
    },
  };
}

/** Lays the tables out where the file is new, or one of an earlier layout. */
function layOut(database: Database.Database): void {
  if (database.pragma('user_version', { simple: true }) === schemaVersion) return;
  database.exec(schema);
  database.pragma(`user_version = ${schemaVersion}`);
}

function openMovedClock(database: Preparing): ClockPlace {
  const read = database.prepare<[], { offsetMs: number }>(`SELECT offset_ms AS offsetMs FROM moved_clock`);
  const write = database.prepare<[number]>(`UPDATE moved_clock SET offset_ms = ?`);
  return {
    read: () => read.get()?.offsetMs ?? 0,
    write: (offsetMs) => {
      write.run(offsetMs);
    },
  };
}
