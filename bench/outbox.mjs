// How many actions a second an outbox takes in and works off, receiver excluded: in SQLite approvals in batches and
// their settlement one by one, each commit safe on the disk; in PostgreSQL claims and acknowledgements by several hands.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresql } from '../examples/postgresql/start.mjs';
import { graphileWorker, ways } from './graphile-worker.mjs';
import { keepWorking } from '../dist/src/harness/sender/keep-working.js';
import { seededRandom } from '../dist/src/harness/run/seeded-random.js';
import { systemClock } from '../dist/src/harness/run/system-clock.js';
import { postgresAddress } from '../dist/src/harness/sender/store/postgres/address.js';
import { openPostgresStore } from '../dist/src/harness/sender/store/postgres/open-postgres-store.js';
import { openSqliteStore } from '../dist/src/harness/sender/store/sqlite/open-sqlite-store.js';
import { openSender } from '../dist/src/harness/sender/sender.js';

const rounds = 3;
const actions = { SQLite: 5_000, PostgreSQL: 4_000 };
const batch = 500;
const hands = { SQLite: [16], PostgreSQL: [16, 64] };
const connections = 16;
const policy = {
  retry: 'same-key',
  maxAttempts: 5,
  deadlineMs: 3_600_000,
  leaseMs: 60_000,
  timeoutMs: 10_000,
  backoff: { baseMs: 50, mostMs: 1_000 },
  windowMs: null,
  longestKey: 255,
  longestBody: 65_536,
};

/** Measures both stores, and a job queue, in turn, round by round, and gives medians. */
export async function outbox() {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-bench-'));
  // A folder of its own below the temporary one: the server's user has to reach it.
  const data = mkdtempSync(join(tmpdir(), 'twiceshy-bench-'));
  const postgresql = await startPostgresql({ folder: data, database: 'bench' });
  const rates = new Map();
  const note = (name, rate) => rates.set(name, [...(rates.get(name) ?? []), rate]);
  try {
    for (let round = 0; round < rounds; round += 1) {
      await measureSqlite({ folder, round, note });
      for (const most of hands.PostgreSQL) {
        await measurePostgresql({ address: postgresql.address, round, most, note });
        for (const way of Object.keys(ways)) {
          const schema = `other_${round}_${most}_${Object.keys(ways).indexOf(way)}`;
          const place = { address: postgresql.address, schema, count: actions.PostgreSQL };
          note(otherName(way, most), await graphileWorker({ ...place, hands: most, connections, way }));
        }
      }
    }
  } finally {
    await postgresql.end();
    for (const each of [folder, data]) rmSync(each, { recursive: true, force: true });
  }
  const figures = Object.fromEntries([...rates].map(([name, all]) => [name, median(all)]));
  const ratios = hands.PostgreSQL.flatMap((most) =>
    Object.keys(ways).map((way) => [
      `PostgreSQL / graphile-worker, ${way}, ${most} hands`,
      Number((figures[workedName('PostgreSQL', most)] / figures[otherName(way, most)]).toFixed(2)),
    ]),
  );
  return { figures, ratios: Object.fromEntries(ratios) };
}

const approvedName = (store) => `${store}: actions a second approved, ${batch} in a transaction`;
const workedName = (store, most) => `${store}: actions a second claimed, marked and recorded, ${most} hands`;
const otherName = (way, most) => `graphile-worker, ${way}: jobs a second, ${most} hands`;

async function measureSqlite({ folder, round, note }) {
  for (const most of hands.SQLite) {
    const store = openSqliteStore(join(folder, `outbox-${round}-${most}.sqlite`), { clock: systemClock });
    const { approved, worked } = await measured(store, { count: actions.SQLite, most });
    note(approvedName('SQLite'), approved);
    note(workedName('SQLite', most), worked);
  }
}

async function measurePostgresql({ address, round, most, note }) {
  const place = postgresAddress(`${address}?schema=round_${round}_${most}`);
  const options = { address: place, clock: systemClock, random: seededRandom(round) };
  const store = await openPostgresStore({ ...options, mostConnections: connections });
  const { approved, worked } = await measured(store, { count: actions.PostgreSQL, most });
  note(approvedName('PostgreSQL'), approved);
  note(workedName('PostgreSQL', most), worked);
}

async function measured(store, { count, most }) {
  const sender = openSender({
    store,
    random: seededRandom(1),
    policy,
    lookUp: null,
    record: () => undefined,
    deliver: async (_, { action }) => ({
      exchange: action,
      outcome: { kind: 'created', id: action, retryAfterMs: null, rule: 'bench' },
    }),
  });
  try {
    const approved = await perSecond(count, async () => {
      for (let from = 0; from < count; from += batch) await sender.approveAll(intents(from));
    });
    const worked = await perSecond(count, () =>
      keepWorking({
        sender,
        worker: 'worker-1',
        concurrency: most,
        untilEmpty: true,
        signal: new AbortController().signal,
        clock: systemClock,
        ready: async () => undefined,
        troubled: (error) => {
          throw error;
        },
      }),
    );
    const sent = (await sender.rows()).filter(({ state }) => state === 'sent').length;
    if (sent !== count) throw new Error(`${sent} of ${count} actions were sent.`);
    return { approved, worked };
  } finally {
    await sender.close();
  }
}

function intents(from) {
  return Array.from({ length: batch }, (_, n) => {
    const name = `action ${from + n}`;
    const body = JSON.stringify({ title: 'Call the customer back', reference: name });
    const headers = [['idempotency-key', name]];
    const request = { method: 'POST', path: '/v1/tasks', headers, body };
    return { name, key: name, marker: name, request, credential: 'main', expiresInMs: null };
  });
}

async function perSecond(count, work) {
  const begun = performance.now();
  await work();
  return Math.round((count * 1000) / (performance.now() - begun));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
