import type { CommandRules } from '../../rules.js';
import type { PostgresDatabase } from './database.js';

/** What the tables of a database share. */
export interface PostgresPlace {
  readonly database: PostgresDatabase;
  readonly rules: CommandRules;
  /** How far ahead of the server's clock time is, in milliseconds. */
  readonly movedMs: () => number;
  /** Whether a command is to remove receipts that are over. */
  readonly isTimeToSweep: () => boolean;
}

/** The server's clock with what it was moved by, which is the value `$1` of a statement. */
export const nowSql = `(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + $1::bigint)`;
