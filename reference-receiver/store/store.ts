import Database from 'better-sqlite3';
import type { ClockPlace } from '../clock.js';
import { openIntents } from './intents.js';
import type { IntentTable } from './intents.js';
import { openJobs } from './jobs.js';
import type { JobTable } from './jobs.js';
import { openKeys } from './keys.js';
import type { KeyTable } from './keys.js';
import { layOut } from './layout.js';
import { openingOf, type Preparing, type StoreDatabase } from './opening.js';
import { openRecords } from './records.js';
import type { RecordTable } from './records.js';

/** What the receiver keeps on disk: the records, the keys, the intents, the jobs, and the one way to change all together. */
export interface Store {
  readonly database: StoreDatabase;
  readonly records: RecordTable;
  readonly keys: KeyTable;
  readonly intents: IntentTable;
  readonly jobs: JobTable;
  readonly movedClock: ClockPlace;
  /** Runs the work in one transaction that takes the write lock first; a throw undoes all of it. */
  atomically<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens a store over a file, which is made where there is none, or over a database that was lent, which stays open. Throws
 * better-sqlite3's errors for a file it cannot use.
 */
export function openStore(place: string | Database.Database, synchronous: 'FULL' | 'NORMAL'): Store {
  const underneath = typeof place === 'string' ? openFile(place, synchronous) : place;
  const { database, atomically, end } = openingOf(underneath);
  return {
    database,
    records: openRecords(database),
    keys: openKeys(database),
    intents: openIntents(database),
    jobs: openJobs(database),
    movedClock: openMovedClock(database),
    atomically,
    close: () => {
      end();
      if (underneath !== place) underneath.close();
    },
  };
}

function openFile(file: string, synchronous: 'FULL' | 'NORMAL'): Database.Database {
  const database = new Database(file);
  database.pragma('busy_timeout = 2000');
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = ON');
  layOut(database);
  return database;
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
