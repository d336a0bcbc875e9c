import { join } from 'node:path';
import { afterEach } from 'vitest';
import { seededRandom } from '../../../../src/harness/run/seeded-random.js';
import { systemClock } from '../../../../src/harness/run/system-clock.js';
import { virtualClock } from '../../../../src/harness/run/virtual-clock.js';
import { postgresAddress } from '../../../../src/harness/sender/store/postgres/address.js';
import { openPostgresStore } from '../../../../src/harness/sender/store/postgres/open-postgres-store.js';
import type {
  ClaimTerms,
  NewApproval,
  SenderStore,
  Standing,
} from '../../../../src/harness/sender/store/sender-store.js';
import { openSqliteStore } from '../../../../src/harness/sender/store/sqlite/open-sqlite-store.js';
import { memoryLedgers } from '../../../../src/harness/sender/store/sqlite/memory-ledgers.js';
import { ask, emptyLedger } from '../../../support/postgresql.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** A ledger that is open, and what a test does to it from outside. */
export interface OpenLedger {
  readonly store: SenderStore;
  /** The same ledger, opened as by another process. */
  readonly another: () => Promise<SenderStore>;
  /** Lets time pass on the ledger's clock. */
  readonly advance: (ms: number) => Promise<void>;
}

const open: SenderStore[] = [];

afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

/** Opens an empty ledger; it is closed, and gone, after the test. */
export type OpenStore = () => Promise<OpenLedger>;

/** Every store that there is. */
export const stores: readonly { readonly name: string; readonly open: OpenStore }[] = [
  { name: 'SQLite', open: openSqlite },
  { name: 'SQLite, lent in memory', open: openLent },
  { name: 'PostgreSQL', open: openPostgresql },
];

async function openSqlite(): Promise<OpenLedger> {
  const clock = virtualClock(Date.UTC(2026, 10, 5));
  const file = join(temporaryFolder(), 'outbox.sqlite');
  const another = (): Promise<SenderStore> => Promise.resolve(kept(openSqliteStore(file, { clock })));
  return { store: await another(), another, advance: (ms) => clock.sleep(ms) };
}

/** One that was used and given back before. */
function openLent(): Promise<OpenLedger> {
  const clock = virtualClock(Date.UTC(2026, 10, 5));
  const lend = memoryLedgers();
  lend().giveBack();
  const { ledger } = lend();
  const another = (): Promise<SenderStore> => Promise.resolve(kept(openSqliteStore(ledger, { clock })));
  return another().then((store) => ({ store, another, advance: (ms) => clock.sleep(ms) }));
}

async function openPostgresql(): Promise<OpenLedger> {
  const text = await emptyLedger();
  const another = () => openAt(text);
  return { store: await another(), another, advance: moverOf(text) };
}

/** Opens the ledger at that address; it is closed after the test. */
export async function openAt(
  text: string,
  more: Partial<Parameters<typeof openPostgresStore>[0]> = {},
): Promise<SenderStore> {
  const address = postgresAddress(text);
  const options = { address, clock: systemClock, random: seededRandom(104), ...more };
  return kept(await openPostgresStore(options));
}

/** Moves the clock of a ledger in PostgreSQL, which is a function in its schema. */
export function moverOf(text: string): (ms: number) => Promise<void> {
  const { schema } = postgresAddress(text);
  let aheadMs = 0;
  return async (ms) => {
    aheadMs += ms;
    await ask(
      `CREATE OR REPLACE FUNCTION ${schema}.ledger_now() RETURNS bigint LANGUAGE sql VOLATILE
       AS 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${aheadMs}'`,
    );
  };
}

function kept(store: SenderStore): SenderStore {
  open.push(store);
  return store;
}

/** An approval of that name. */
export function approvalOf(name: string, more: Partial<NewApproval> = {}): NewApproval {
  return {
    key: `key of ${name}`,
    action: name,
    marker: `marker of ${name}`,
    credential: 'main',
    payloadHash: `hash of ${name}`,
    request: `request of ${name}`,
    expiresInMs: null,
    aggregate: null,
    data: null,
    requestedBy: null,
    approvedBy: null,
    constraints: [],
    breaches: [],
    ...more,
  };
}

/** How a sound sender writes approvals. */
export const together = { writes: 'together', betweenWrites: () => undefined } as const;

/** Writes approvals as a sound sender does. */
export async function approveAll(store: SenderStore, ...names: readonly string[]): Promise<void> {
  await store.approve(
    names.map((name) => approvalOf(name)),
    together,
  );
}

/** The terms of a sound worker with a lease of ten seconds. */
export const leaseMs = 10_000;

/** Claims as a sound worker does. */
export function claim(store: SenderStore, more: Partial<ClaimTerms> = {}) {
  return store.claim({
    worker: 'worker-1',
    most: 1,
    leaseMs,
    takeOverDelayMs: 0,
    conflictsBelow: 0,
    exhausted: () => null,
    exhaustedRow: 'blocked',
    ...more,
  });
}

/** The actions of claimed rows. */
export function actionsIn({ taken }: Awaited<ReturnType<typeof claim>>): readonly string[] {
  return taken.map(({ row }) => row.action);
}

/** The standing of a row that was sent. */
export const sentStanding: Standing = {
  state: 'sent',
  remoteId: 'record-1',
  nextAt: null,
  firstSentAt: null,
  inDoubt: 0,
  acceptance: null,
  advice: null,
  lastOutcome: 'created',
  reason: null,
};

/** Settles the claim of an action, under its fence unless told otherwise. */
export function settle(
  store: SenderStore,
  hold: { readonly key: string; readonly fence: number },
  standing: Partial<Standing> = {},
  underFence = true,
) {
  const to = { ...sentStanding, ...standing };
  return store.settle({
    key: hold.key,
    fence: hold.fence,
    state: to.state,
    exchange: 'exchange-1',
    outcome: to.lastOutcome,
    underFence,
    standing: () => to,
  });
}
