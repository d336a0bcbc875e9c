import type { CommandRules } from '../../rules.js';
import type { OpenStores } from '../command-store.js';
import { nowAndThen } from '../now-and-then.js';
import { openCommands } from './commands.js';
import { openDatabase } from './database.js';
import { openErp } from './erp.js';
import type { PostgresPlace } from './place.js';

/** How stores in PostgreSQL are opened. */
export interface PostgresOptions {
  /** `postgres://USER@HOST:PORT/DATABASE?schema=NAME` */
  readonly address: string;
  readonly rules: CommandRules;
  /** Connections at once. */
  readonly mostConnections: number;
}

/**
 * Opens a database in PostgreSQL, and lays its tables out where they are not there. Leases and due times go by the clock of
 * the server, whichever machine a relay is on. Throws what pg throws.
 */
export async function openPostgresStores(options: PostgresOptions): Promise<OpenStores> {
  const database = await openDatabase(options.address, options.mostConnections);
  const [clock] = await database.ask<{ ms: number }>('SELECT offset_ms AS ms FROM moved_clock');
  let movedMs = clock?.ms ?? 0;
  const place: PostgresPlace = {
    database,
    rules: options.rules,
    movedMs: () => movedMs,
    isTimeToSweep: nowAndThen(),
  };
  return {
    commands: openCommands(place),
    erp: openErp(place),
    movedMs: () => movedMs,
    keepMoved: async (ms) => {
      movedMs = ms;
      await database.ask('UPDATE moved_clock SET offset_ms = $1', [ms]);
    },
    close: database.close,
  };
}
