import type { Database, Statement } from 'better-sqlite3';

/** What the receiver asks of its database; flaws bring their own SQL, as real mistakes do. */
export type StoreDatabase = Pick<Database, 'prepare' | 'exec' | 'inTransaction'>;

/** What statements are prepared by. */
export type Preparing = Pick<Database, 'prepare'>;

/** One use of a database, from the opening of a store to its close. */
interface Opening {
  readonly database: StoreDatabase;
  /** Runs the work in one transaction that takes the write lock first; a throw undoes all of it. */
  readonly atomically: <T>(work: () => T) => T;
  /** Undoes what is not committed. Whoever still holds the opening is refused from then on, as by a closed file. */
  readonly end: () => void;
}

const compiled = new WeakMap<Database, Map<string, Statement>>();

/**
 * Opens a use of a database. Each statement is compiled when it is used first, and once for all uses, so that a receiver
 * that lives for one short trial pays for little. What is prepared so can be run, and asked for one row or all.
 */
export function openingOf(database: Database): Opening {
  let isOpen = true;
  const used = (): Database => {
    if (!isOpen) throw new TypeError('The database connection is not open');
    return database;
  };
  const statements = compiled.get(database) ?? new Map<string, Statement>();
  compiled.set(database, statements);
  const transaction = database.transaction((work: () => unknown) => work());
  return {
    database: {
      prepare: preparing(used, statements),
      exec: (sql) => used().exec(sql),
      get inTransaction() {
        return used().inTransaction;
      },
    },
    atomically: <T>(work: () => T) => {
      used();
      return transaction.immediate(work) as T;
    },
    end: () => {
      if (isOpen && database.inTransaction) database.exec('ROLLBACK');
      isOpen = false;
    },
  };
}

function preparing(used: () => Database, statements: Map<string, Statement>): Database['prepare'] {
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
  return prepare as unknown as Database['prepare'];
}
