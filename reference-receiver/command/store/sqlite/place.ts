import type Database from 'better-sqlite3';
import type { CommandRules } from '../../rules.js';

/** What the tables of a file share. */
export interface SqlitePlace {
  readonly database: Database.Database;
  readonly rules: CommandRules;
  readonly now: () => number;
  /** Whether a command is to remove receipts that are over. */
  readonly isTimeToSweep: () => boolean;
  /** Runs the work in one transaction that takes the write lock first; a throw undoes all of it. */
  readonly atomically: <Result>(work: () => Result) => Result;
}
