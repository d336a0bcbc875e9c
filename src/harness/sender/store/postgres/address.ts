import { KitError } from '../../../model/kit-error.js';

/** Where a ledger in PostgreSQL is. */
export interface PostgresAddress {
  /** The connection string, with its credential: never to be shown. */
  readonly connection: string;
  /** The schema in which the ledger's tables are. */
  readonly schema: string;
  /** Host, port, database and schema, as they may be shown. */
  readonly shown: string;
}

const plainSchema = 'twiceshy';

/** True for text that names a ledger in PostgreSQL. */
export function namesPostgres(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
}

/** Reads `postgres://USER@HOST:PORT/DATABASE?schema=NAME`; throws `BAD_USAGE`, and shows none of it. */
export function postgresAddress(text: string): PostgresAddress {
  if (!namesPostgres(text) || !URL.canParse(text))
    throw unreadable('The address of the outbox cannot be read.');
  const url = new URL(text);
  const schema = url.searchParams.get('schema') ?? plainSchema;
  // It becomes part of statements, so nothing that would have to be quoted.
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema))
    throw unreadable('The schema in the address of the outbox is no plain name.');
  url.searchParams.delete('schema');
  const host = url.host === '' ? (url.searchParams.get('host') ?? 'localhost') : url.host;
  return { connection: url.href, schema, shown: `postgres://${host}${url.pathname} (schema ${schema})` };
}

function unreadable(happened: string): KitError {
  return new KitError('BAD_USAGE', {
    happened,
    expected: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE, with ?schema=NAME in small letters where wanted',
    next: 'check its spelling; characters such as @ and / in a password are written as %40 and %2F',
  });
}
