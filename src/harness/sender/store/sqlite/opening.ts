import type { Database, Statement } from 'better-sqlite3';

/** What statements are prepared by. */
export type Preparing = Pick<Database, 'prepare'>;

/** One use of a database, from the opening of a ledger to its close. */
export interface Opening extends Preparing {
  /** The database, for what is more than statements. */
  readonly used: () => Database;
  /** Whoever still holds the opening is refused from then on, as by a closed file. */
  readonly end: () => void;
}

const compiled = new WeakMap<Database, Map<string, Statement>>();

/**
 * Opens a use of a database. Each statement is compiled when it is used first, and once for all uses, so that a ledger that
 * lives for one short trial pays for little. What is prepared so can be run, and asked for one row or all.
 */
export function openingOf(database: Database): Opening {
  let isOpen = true;
  const used = (): Database => {
    if (!isOpen) throw new TypeError('The database connection is not open');
    return database;
  };
  const statements = compiled.get(database) ?? new Map<string, Statement>();
  compiled.set(database, statements);
  const prepare = (sql: string) => {
    let own: Statement | undefined;
    const statement = (): Statement => {
      const open = used();
      if (own !== undefined) return own;
      own = statements.get(sql) ?? open.prepare(sql);
      statements.set(sql, own);
      return own;
    };
    return {
      run: (...values: unknown[]) => statement().run(...values),
      get: (...values: unknown[]) => statement().get(...values),
      all: (...values: unknown[]) => statement().all(...values),
    };
  };
  return {
    prepare: prepare as unknown as Database['prepare'],
    used,
    end: () => {
      isOpen = false;
    },
  };
}
