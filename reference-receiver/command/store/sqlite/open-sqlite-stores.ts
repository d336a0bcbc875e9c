import Database from 'better-sqlite3';
import type { ReceiverClock } from '../../../clock.js';
import type { CommandRules } from '../../rules.js';
import type { OpenStores } from '../command-store.js';
import { nowAndThen } from '../now-and-then.js';
import { openCommands } from './commands.js';
import { openErp } from './erp.js';
import type { SqlitePlace } from './place.js';
import { schema, schemaVersion } from './schema.js';

/** How stores in a file are opened. */
export interface SqliteOptions {
  /** Path of the file, or `:memory:`. */
  readonly file: string;
  readonly clock: Pick<ReceiverClock, 'now'>;
  readonly rules: CommandRules;
  /** What a commit waits for: FULL for the disk, NORMAL for the system alone. */
  readonly synchronous: 'FULL' | 'NORMAL';
}

/** Opens or makes a database file. Throws better-sqlite3's errors for one that it cannot use, and for one of another kind. */
export function openSqliteStores({ file, clock, rules, synchronous }: SqliteOptions): OpenStores {
  const database = new Database(file);
  database.pragma('busy_timeout = 2000');
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = ON');
  layOut(database, file);
  const read = database.prepare<[], { ms: number }>('SELECT offset_ms AS ms FROM moved_clock');
  const write = database.prepare<[number]>('UPDATE moved_clock SET offset_ms = ?');
  let movedMs = read.get()?.ms ?? 0;
  const transaction = database.transaction((work: () => unknown) => work());
  const place: SqlitePlace = {
    database,
    rules,
    now: () => clock.now() + movedMs,
    isTimeToSweep: nowAndThen(),
    atomically: <Result>(work: () => Result) => transaction.immediate(work) as Result,
  };
  return {
    commands: openCommands(place),
    erp: openErp(place),
    movedMs: () => movedMs,
    keepMoved: async (ms) => {
      movedMs = ms;
      write.run(ms);
    },
    close: async () => {
      database.close();
    },
  };
}

function layOut(database: Database.Database, file: string): void {
  const found: unknown = database.pragma('user_version', { simple: true });
  if (found === schemaVersion) return;
  if (found !== 0) throw new Error(`${file} is no file of a command API (layout ${String(found)}).`);
  database.exec(schema);
  database.pragma(`user_version = ${schemaVersion}`);
}
