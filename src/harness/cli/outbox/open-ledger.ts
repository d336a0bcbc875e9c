import { namesPostgres, postgresAddress } from '../../sender/store/postgres/address.js';
import { openPostgresStore } from '../../sender/store/postgres/open-postgres-store.js';
import type { SenderStore } from '../../sender/store/sender-store.js';
import { openSqliteStore } from '../../sender/store/sqlite/open-sqlite-store.js';
import type { Kit } from '../kit.js';
import { kitRandom } from '../kit-random.js';

/** The ledger that `--outbox` names, and how it may be shown. */
export interface Ledger {
  readonly store: SenderStore;
  readonly shown: string;
}

/** Help for the option that names a ledger. */
export const outboxOption = '--outbox <address>';
export const outboxHelp = 'postgres://USER@HOST/DATABASE (with ?schema=NAME), or an SQLite file';

/** Opens it; one that is new is laid out. `attempts` is how many use it at once. */
export async function openLedger(kit: Kit, named: string, attempts = 1): Promise<Ledger> {
  const { clock } = kit;
  if (!namesPostgres(named)) return { store: openSqliteStore(named, { clock }), shown: named };
  const address = postgresAddress(named);
  const random = kitRandom(kit);
  // Most of an attempt is spent with the receiver, so that several share a connection.
  const mostConnections = Math.min(16, Math.max(2, Math.ceil(attempts / 2)));
  return {
    store: await openPostgresStore({ address, clock, random, mostConnections }),
    shown: address.shown,
  };
}
