import Database from 'better-sqlite3';
import { emptying, layOut } from './layout.js';

/** A database in memory that is lent; it is not to be used once it was given back. */
export interface LentDatabase {
  readonly database: Database.Database;
  readonly giveBack: () => void;
}

/**
 * Lends databases in memory to receivers that live for one short trial each, as many as are asked for at once. One that is
 * given back is emptied and lent to the next, which finds it as if it were new, with its statements compiled.
 */
export function memoryDatabases(): () => LentDatabase {
  const spare: LentDatabase[] = [];
  return () => spare.pop() ?? made(spare);
}

function made(spare: LentDatabase[]): LentDatabase {
  const database = new Database(':memory:');
  database.pragma('foreign_keys = ON');
  layOut(database);
  const empty = emptying(database);
  const lent: LentDatabase = {
    database,
    giveBack: () => {
      empty();
      spare.push(lent);
    },
  };
  return lent;
}
