import type { Database } from 'better-sqlite3';

/** What statements are prepared by. */
export type Preparing = Pick<Database, 'prepare'>;

/**
 * Prepares each statement when it is used first, so that a ledger that lives for one short trial pays for the few that
 * it needs. What is prepared so can be run, and asked for one row or all.
 */
export function lateStatements(database: Database): Preparing {
  const prepare = (sql: string) => {
    const compile = () => database.prepare(sql);
    let compiled: ReturnType<typeof compile> | undefined;
    const statement = () => (compiled ??= compile());
    return {
      run: (...values: unknown[]) => statement().run(...values),
      get: (...values: unknown[]) => statement().get(...values),
      all: (...values: unknown[]) => statement().all(...values),
    };
  };
  return { prepare: prepare as unknown as Database['prepare'] };
}
