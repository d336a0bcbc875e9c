import type { ReceiverClock } from '../../clock.js';
import type { CommandRules } from '../rules.js';
import type { OpenStores } from './command-store.js';
import { namesPostgres } from './postgres/database.js';
import { openPostgresStores } from './postgres/open-postgres-stores.js';
import { openSqliteStores } from './sqlite/open-sqlite-stores.js';

/** Where everything is kept, and by which rules. */
export interface StoreOptions {
  /** The path of a SQLite file, `:memory:`, or `postgres://USER@HOST:PORT/DATABASE?schema=NAME`. */
  readonly data: string;
  readonly clock: Pick<ReceiverClock, 'now'>;
  readonly rules: CommandRules;
  /** What a commit to a file waits for: FULL (unless given) for the disk, NORMAL for the system alone. */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /** Connections to PostgreSQL at once; 10 unless given. */
  readonly mostConnections?: number;
}

/** Opens the stores of a command API; throws what the database says where it cannot be used. */
export async function openStores(options: StoreOptions): Promise<OpenStores> {
  const { data, clock, rules, synchronous = 'FULL', mostConnections = 10 } = options;
  return namesPostgres(data)
    ? openPostgresStores({ address: data, rules, mostConnections })
    : openSqliteStores({ file: data, clock, rules, synchronous });
}
