import type { Clock } from '../../../model/clock.js';
import type { Random } from '../../../model/random.js';
import type { StoredRow } from '../../stored-row.js';
import type { Ending, Hold, Look, SenderStore } from '../sender-store.js';
import type { LedgerFigures } from '../ledger-figures.js';
import type { PostgresAddress } from './address.js';
import { approve } from './approve.js';
import { claim } from './claim.js';
import { openConnections } from './connections.js';
import { keepable } from './keepable.js';
import { migrate } from './migrate.js';
import { grouped } from './grouped.js';
import { openNotices } from './notices.js';
import type { PostgresParts, TimedRow } from './parts.js';
import { recordSends, type SendWish } from './record-sends.js';
import { readDossier } from './read-dossier.js';
import { drop, operate, settle } from './settle.js';
import { readPause, switchSends } from './switch-sends.js';
import { tellDataVersion } from './tell-data-version.js';
import { statementsOf } from './statements.js';

const plainConnections = 4;
const plainPatienceMs = 30_000;
/** A notice may be lost, so nobody waits for one longer than this. */
const pollMs = 1_000;

/** How a ledger in PostgreSQL is used. */
interface PostgresOptions {
  readonly address: PostgresAddress;
  /** Time between two readings of the server's clock, and all waits. */
  readonly clock: Clock;
  readonly random: Random;
  /** Connections at once, beside the one that listens. */
  readonly mostConnections?: number;
  /** Milliseconds for which a transaction is tried again while the server is not there. */
  readonly patienceMs?: number;
}

/**
 * Opens the ledger in a PostgreSQL database, and lays it out or brings it up to date first. Leases, due times and
 * expiries go by the clock of that server, whichever machine a worker is on. Throws `OUTBOX_UNREACHABLE` where the
 * server cannot be used, and `BAD_FILE` where the ledger is of a later version.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<SenderStore> {
  const { mostConnections = plainConnections, patienceMs = plainPatienceMs, ...given } = options;
  await migrate(given.address);
  const connections = openConnections({ ...given, mostConnections, patienceMs });
  const notices = openNotices(given.address, given.clock);
  const sql = statementsOf(given.address.schema);
  await connections.ask(sql.now, []);
  return {
    ...transactionsOf({ connections, sql }),
    notices: notices.count,
    wait: (since, ms, signal) => notices.next(since, Math.min(ms, pollMs), signal),
    async close() {
      await notices.close();
      await connections.close();
    },
  };
}

function transactionsOf(parts: PostgresParts): Omit<SenderStore, 'notices' | 'wait' | 'close'> {
  const { sql, connections } = parts;
  const { ask, transact } = connections;
  return {
    ...readingsOf(parts),
    now: connections.now,
    approve: (approvals, how) => approve(parts, approvals, how),
    claim: (terms) => claim(parts, terms),
    ...groupsOf(parts),
    async recordHeld({ key, fence }) {
      await ask(sql.endHeld, [key, fence]);
    },
    operate: (entry) => transact((transaction) => operate(transaction, sql, entry), { once: true }),
    switchSends: (entry) => transact((transaction) => switchSends(transaction, sql, entry), { once: true }),
    tellDataVersion: (entry) =>
      transact((transaction) => tellDataVersion(transaction, sql, entry), { once: true }),
    drop: (key) => transact((transaction) => drop(transaction, sql, key)),
    rewriteRequest: (action, rewrite) =>
      transact(async ({ query }) => {
        const look = lookIn(await query(sql.lookAtAction, [action]));
        if (look === null) return false;
        const { key, request } = look.row;
        await query(sql.rewriteRequest, [key, rewrite(request)]);
        return true;
      }),
  };
}

/** What every attempt writes before its request goes out, and once it has ended. */
function groupsOf({
  sql,
  connections: { transact },
}: PostgresParts): Pick<SenderStore, 'recordSend' | 'settle'> {
  const send = grouped((wishes: readonly SendWish[]) =>
    transact((transaction) => recordSends(transaction, sql, wishes)),
  );
  return {
    // What is refused is told in the words of who asked.
    recordSend: <Why extends string>(
      hold: Hold,
      refuses: (row: StoredRow, now: number, isPaused: boolean) => Why | null,
    ) => send({ ...hold, refuses }) as Promise<StoredRow | Why | null>,
    settle: grouped((endings: readonly Ending[]) =>
      transact((transaction) => settle(transaction, sql, endings)),
    ),
  };
}

function readingsOf({ sql, connections }: PostgresParts) {
  const { ask, transact } = connections;
  return {
    look: async (key: string) => lookIn(await ask(sql.look, [key])),
    lookAtAction: async (action: string) => lookIn(await ask(sql.lookAtAction, [action])),
    async actionOf(remoteId: string) {
      const [found] = await ask<{ action: string }>(sql.actionOf, [keepable(remoteId)]);
      return found?.action ?? null;
    },
    dossier: (key: string) => transact((transaction) => readDossier(transaction, sql, key)),
    async lastEnd(key: string, timeoutMs: number) {
      const [last] = await ask<{ at: number | null }>(sql.lastEnd, [key, timeoutMs]);
      return last?.at ?? null;
    },
    pause: () => readPause({ query: ask }, sql),
    async figures() {
      const [figures] = await ask<LedgerFigures>(sql.figures, []);
      if (figures === undefined) throw new Error('A count has one row.');
      return figures;
    },
    rows: () => ask<StoredRow>(sql.rows, []),
    ledger: () =>
      transact(async ({ query }) => {
        await query(sql.asOfNow, []);
        const rows = await query<StoredRow>(sql.rows, []);
        const approved = await query<{ key: string }>(sql.approved, []);
        return { rows, approvals: approved.map(({ key }) => key) };
      }),
  } satisfies Partial<SenderStore>;
}

function lookIn([found]: readonly TimedRow[]): Look | null {
  if (found === undefined) return null;
  const { now, ...row } = found;
  return { row, now };
}
