import type { Connections } from './connections.js';
import type { Statements } from './statements.js';
import type { StoredRow } from '../../stored-row.js';

/** What the transactions of a ledger in PostgreSQL work with. */
export interface PostgresParts {
  readonly connections: Connections;
  readonly sql: Statements;
}

/** A row as a statement gives it, with the server's time at that moment. */
export interface TimedRow extends StoredRow {
  readonly now: number;
}
