import { type ClientBase, type ClientConfig, Pool, type PoolClient, type QueryResultRow, types } from 'pg';
import type { Clock } from '../../../model/clock.js';
import { KitError } from '../../../model/kit-error.js';
import type { Random } from '../../../model/random.js';
import type { PostgresAddress } from './address.js';
import { isPassingTrouble } from './passing-trouble.js';

const connectMs = 5_000;
/** A server that says nothing for so long is taken for gone. */
const longestQueryMs = 20_000;
/** A worker that stands still within a transaction keeps its locks no longer than this. */
const longestIdleMs = 5_000;
const backoff = { baseMs: 25, mostMs: 1_000 };

/** How a ledger's connections are made. */
export interface ConnectionOptions {
  readonly address: PostgresAddress;
  readonly clock: Clock;
  readonly random: Random;
  /** Connections at once, beside the one that listens. */
  readonly mostConnections: number;
  /** Milliseconds for which a transaction is tried again while the server is not there. */
  readonly patienceMs: number;
}

/** Asks the server one statement. */
export type Query = <Row extends QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<readonly Row[]>;

/** Writes something of which no result is wanted. */
export type Write = (text: string, values: readonly unknown[]) => Promise<unknown> | void;

/** One transaction under way. */
export interface Transaction {
  readonly query: Query;
  /** Writes something and goes on at once; where it fails, the commit does. */
  readonly write: Write;
  /** Whether an earlier try may have been committed without our hearing of it. */
  readonly isAgain: boolean;
}

/** The connections to a ledger, which come back by themselves. */
export interface Connections {
  /** The server's clock: never behind it, and ahead of it by the way to it at most. */
  readonly now: () => number;
  /** One statement that may be carried out twice, under the same terms as a transaction. */
  readonly ask: Query;
  /**
   * Runs `work` as one transaction, and again from its beginning where the server went away meanwhile; `once` leaves
   * out the latter where it may have been committed. What was thrown by `work` comes out; a server that stays away is
   * told as `OUTBOX_UNREACHABLE`.
   */
  readonly transact: <Result>(
    work: (transaction: Transaction) => Promise<Result>,
    how?: { readonly once?: boolean },
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** What every connection of a ledger is made with. */
export function connectionConfig({ connection, schema }: PostgresAddress): ClientConfig {
  return {
    connectionString: connection,
    connectionTimeoutMillis: connectMs,
    query_timeout: longestQueryMs,
    idle_in_transaction_session_timeout: longestIdleMs,
    // By which an administrator, and a test, finds it.
    application_name: `twiceshy ${schema}`,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  };
}

/** Times and fences fit into a number; as they come, they would be text. */
const getTypeParser: typeof types.getTypeParser = (type, format): unknown =>
  type === types.builtins.INT8 ? Number : types.getTypeParser(type, format);

/** Opens connections as they are needed; none is open before the first statement. */
export function openConnections(options: ConnectionOptions): Connections {
  const { address, clock, mostConnections } = options;
  const pool = new Pool({ ...connectionConfig(address), max: mostConnections });
  // A server that stops says so to idle connections and to those in use; whoever uses one hears of it by its query.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let aheadMs = 0;
  const names = new Map<string, string>();
  const queryOn =
    (client: ClientBase): Query =>
    async <Row extends QueryResultRow>(text: string, values: readonly unknown[]) => {
      const name = names.get(text) ?? `statement ${String(names.size + 1)}`;
      names.set(text, name);
      const askedAt = clock.now();
      const { rows } = await client.query<Row>({ name, text, values: [...values] });
      const now: unknown = rows[0]?.['now'];
      // It was read at the earliest when it was asked for.
      if (typeof now === 'number') aheadMs = now - askedAt;
      return rows;
    };
  return {
    now: () => clock.now() + aheadMs,
    ask: (text, values) =>
      patiently(options, false, () => withClient(pool, (client) => queryOn(client)(text, values))),
    transact: (work, { once = false } = {}) =>
      patiently(options, once, (course) =>
        withClient(pool, (client) => transacted(client, queryOn(client), work, course)),
      ),
    close: () => pool.end(),
  };
}

/** How far a try has come. */
interface Course {
  readonly isAgain: boolean;
  committing: boolean;
}

/** Tries until it is done, until something else goes wrong than a server that is away, or until patience is over. */
async function patiently<Result>(
  { address, clock, random, patienceMs }: ConnectionOptions,
  once: boolean,
  work: (course: Course) => Promise<Result>,
): Promise<Result> {
  const from = clock.now();
  let isAgain = false;
  for (let tries = 1; ; tries += 1) {
    const course: Course = { isAgain, committing: false };
    try {
      return await work(course);
    } catch (error) {
      if (!isPassingTrouble(error)) throw error;
      isAgain ||= course.committing;
      if (clock.now() - from >= patienceMs || (once && isAgain)) throw unreachable(address, error);
      const mostMs = Math.min(backoff.mostMs, backoff.baseMs * 2 ** Math.min(tries, 10));
      await clock.sleep(random.between(Math.floor(mostMs / 2), mostMs));
    }
  }
}

/** Lends a connection; one on which something went wrong is not used again. */
async function withClient<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isSound = false;
  try {
    const result = await work(client);
    isSound = true;
    return result;
  } finally {
    client.release(!isSound);
  }
}

/**
 * What need not be waited for is sent along with what comes next: each wait is a way to the server and back. Where `work`
 * throws, the connection is closed, and the server undoes what it did.
 */
async function transacted<Result>(
  client: PoolClient,
  query: Query,
  work: (transaction: Transaction) => Promise<Result>,
  course: Course,
): Promise<Result> {
  let broken: { readonly error: unknown } | null = null;
  const sent: Promise<unknown>[] = [];
  const send = (promise: Promise<unknown>): void => {
    promise.catch((error: unknown) => (broken ??= { error }));
    sent.push(promise);
  };
  send(client.query('BEGIN'));
  const write: Transaction['write'] = (text, values) => send(query(text, values));
  const result = await work({ query, write, isAgain: course.isAgain }).catch((error: unknown) => {
    // After a statement that failed the server refuses all others, and tells why of the first alone.
    throw broken?.error ?? error;
  });
  course.committing = true;
  // Where a write failed, the server takes this for the word to undo all of it, and says so of the write.
  send(client.query('COMMIT'));
  await Promise.all(sent);
  return result;
}

/** The ledger is not there, and was waited for. */
export function unreachable({ shown }: PostgresAddress, error: unknown): KitError {
  const detail = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
  return new KitError(
    'OUTBOX_UNREACHABLE',
    {
      happened: `The outbox ${shown} cannot be used: ${detail}.`,
      expected: 'a PostgreSQL server that takes connections',
      next: 'check that it runs and can be reached from here; what was approved is in it and is not lost',
    },
    error,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
}
