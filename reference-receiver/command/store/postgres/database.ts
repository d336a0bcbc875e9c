import { Pool, types, type PoolClient, type QueryResultRow } from 'pg';
import { layoutVersion, schema as tables } from './schema.js';

const connectMs = 5_000;
const longestQueryMs = 20_000;
const plainSchema = 'command_api';
/** Any number, as long as it is always this one: it keeps two processes from laying out one schema at once. */
const layoutLock = 5_110_104;

/** Asks one statement; `named` is prepared once for each connection. */
export type Ask = <Row extends QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

/** A database whose every transaction has one connection for itself. */
export interface PostgresDatabase {
  readonly ask: Ask;
  /** Runs the work in one transaction at READ COMMITTED; a throw undoes all of it. */
  readonly atomically: <Result>(work: (ask: Ask) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** True for text that names a database in PostgreSQL. */
export function namesPostgres(data: string): boolean {
  return /^postgres(ql)?:\/\//.test(data);
}

/** Opens `postgres://USER@HOST:PORT/DATABASE?schema=NAME` and lays its tables out where they are not there. Throws what pg throws. */
export async function openDatabase(address: string, mostConnections: number): Promise<PostgresDatabase> {
  const url = new URL(address);
  const schema = url.searchParams.get('schema') ?? plainSchema;
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) throw new Error('The schema in the address is no plain name.');
  url.searchParams.delete('schema');
  const pool = new Pool({
    connectionString: url.href,
    connectionTimeoutMillis: connectMs,
    query_timeout: longestQueryMs,
    idle_in_transaction_session_timeout: connectMs,
    options: `-c search_path=${schema}`,
    max: mostConnections,
    types: { getTypeParser },
  });
  // A server that stops says so to every connection; whoever uses one hears of it by its query.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database: PostgresDatabase = {
    ask: (text, values) => withClient(pool, (client) => asking(client)(text, values)),
    atomically: (work) => withClient(pool, (client) => transacted(client, work)),
    close: () => pool.end(),
  };
  try {
    await database.atomically((ask) => layOut(ask, schema));
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Times and places fit into a number; as they come, they would be text. */
const getTypeParser: typeof types.getTypeParser = (type, format): unknown =>
  type === types.builtins.INT8 ? Number : types.getTypeParser(type, format);

async function withClient<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isSpoilt = true;
  try {
    const result = await work(client);
    isSpoilt = false;
    return result;
  } catch (error) {
    // What the server refused, or our own work threw, has been rolled back; anything else leaves it in doubt.
    isSpoilt = isOutOfReach(error);
    throw error;
  } finally {
    client.release(isSpoilt);
  }
}

async function transacted<Result>(client: PoolClient, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    const result = await work(asking(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

const names = new Map<string, string>();

function asking(client: PoolClient): Ask {
  return async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    const name = names.get(text) ?? `statement ${String(names.size + 1)}`;
    names.set(text, name);
    const { rows } = await client.query<Row>({ name, text, values: [...values] });
    return rows;
  };
}

async function layOut(ask: Ask, schema: string): Promise<void> {
  await ask('SELECT pg_advisory_xact_lock($1)', [layoutLock]);
  const [found] = await ask<{ there: string | null }>('SELECT to_regclass($1) AS there', [
    `${schema}.layout`,
  ]);
  if (found?.there == null) {
    await ask(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    for (const statement of tables.split(/;\s*$/m)) if (statement.trim() !== '') await ask(statement);
    return;
  }
  const [layout] = await ask<{ version: number }>('SELECT version FROM layout');
  if (layout?.version !== layoutVersion)
    throw new Error(`The tables in schema ${schema} have layout ${String(layout?.version)}.`);
}

/**
 * True for what goes away by itself: a server that is down, starts or stops, a connection that broke or that none was free
 * for, a deadlock. Whether what was asked has been done is then unknown. Codes: PostgreSQL, appendix A, and Node's own.
 */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isOutOfReach);
  const code = 'code' in error ? String(error.code) : '';
  if (code === '') return /connection|timeout|not queryable/i.test(error.message);
  return /^(08|53|57P|25P0|40)|^E[A-Z]+$/.test(code);
}
