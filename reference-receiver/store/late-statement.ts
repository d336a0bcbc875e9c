import type { Database } from 'better-sqlite3';

/** The part of a prepared statement that the tables use. */
interface LateStatement<Parameters extends unknown[], Row> {
  run(...parameters: Parameters): { readonly changes: number };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
}

/** A statement that is compiled when it is first used: a receiver of one short trial needs few of its statements. */
export function late<Parameters extends unknown[] = [], Row = unknown>(
  database: Database,
  sql: string,
): LateStatement<Parameters, Row> {
  let compiled: ReturnType<typeof compile> | undefined;
  const compile = () => database.prepare<unknown[], Row>(sql);
  const statement = () => (compiled ??= compile());
  return {
    run: (...parameters) => statement().run(...parameters),
    get: (...parameters) => statement().get(...parameters),
    all: (...parameters) => statement().all(...parameters),
  };
}
