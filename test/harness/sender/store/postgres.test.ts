import { readFileSync } from 'node:fs';
import { createServer, type Socket, connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { offsetClock } from '../../../../src/harness/run/offset-clock.js';
import { systemClock } from '../../../../src/harness/run/system-clock.js';
import { postgresAddress } from '../../../../src/harness/sender/store/postgres/address.js';
import { ask, connected, emptyLedger } from '../../../support/postgresql.js';
import { actionsIn, approvalOf, approveAll, claim, leaseMs, openAt, settle, together } from './stores.js';

const never = new AbortController().signal;

/** A ledger as it was before approvals had constraints, with one action in it. */
async function layOutEarlier(text: string): Promise<void> {
  const { schema } = postgresAddress(text);
  const names = ['001-ledger.sql', '002-kill-switch.sql'];
  const folder = new URL('../../../../src/harness/sender/store/postgres/migrations/', import.meta.url);
  const laidOut = names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  await ask(`
    CREATE SCHEMA ${schema}; SET search_path TO ${schema};
    CREATE TABLE migrations (number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now());
    INSERT INTO migrations (number, name) VALUES (1, '001-ledger.sql'), (2, '002-kill-switch.sql');
    ${laidOut}
    INSERT INTO approvals (key, action, marker, credential, payload_hash, approved_at)
    VALUES ('key of a', 'a', 'marker of a', 'main', 'hash of a', ledger_now());
    INSERT INTO outbox (key, request, state, next_at, created_at, budget_from)
    VALUES ('key of a', 'request of a', 'pending', ledger_now(), ledger_now(), ledger_now())`);
}

describe('a ledger in PostgreSQL', () => {
  it('is laid out once, however many open it at the same time', async () => {
    const text = await emptyLedger();
    const { schema } = postgresAddress(text);
    await Promise.all(Array.from({ length: 6 }, () => openAt(text)));
    expect(await ask(`SELECT number, name FROM ${schema}.migrations`)).toEqual([
      { number: 1, name: '001-ledger.sql' },
      { number: 2, name: '002-kill-switch.sql' },
      { number: 3, name: '003-constraints-and-data-versions.sql' },
    ]);
  });

  it('is brought up to date where an earlier version has laid it out, with all that is in it', async () => {
    const text = await emptyLedger();
    const { schema } = postgresAddress(text);
    await layOutEarlier(text);
    const store = await openAt(text);
    expect(await store.rows()).toMatchObject([{ action: 'a', state: 'pending', dataVersion: null }]);
    expect(await store.approve([approvalOf('a')], together)).toMatchObject([{ kind: 'known' }]);
    expect(actionsIn(await claim(store))).toEqual(['a']);
    expect(await ask(`SELECT count(*)::int AS count FROM ${schema}.migrations`)).toEqual([{ count: 3 }]);
  });

  it('is refused where a later version has laid it out', async () => {
    const text = await emptyLedger();
    const { schema } = postgresAddress(text);
    await openAt(text);
    await ask(`INSERT INTO ${schema}.migrations (number, name) VALUES (4, '004-later.sql')`);
    await expect(openAt(text)).rejects.toMatchObject({ code: 'BAD_FILE' });
  });

  it('tells whoever cannot reach it where it was to be, and no credential', async () => {
    const nowhere = 'postgres://ada:open-sesame@127.0.0.1:1/ledger';
    const error = await openAt(nowhere).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'OUTBOX_UNREACHABLE' });
    expect(String(error)).toContain('postgres://127.0.0.1:1/ledger (schema twiceshy)');
    expect(String(error)).not.toMatch(/sesame|ada/);
  });

  it.each([
    'postgres://ada:open-sesame@host:port/ledger',
    'postgres://ada:open-sesame@host/ledger?schema=drop table',
    'mysql://ada:open-sesame@host/ledger',
  ])('is not looked for at %s, which is not shown', (text) => {
    expect(() => postgresAddress(text)).toThrow(expect.objectContaining({ code: 'BAD_USAGE' }));
    expect(() => postgresAddress(text)).not.toThrow(/sesame|drop/);
  });
});

describe('the time of a ledger in PostgreSQL', () => {
  it('is that of the server, whatever the clock of a worker says', async () => {
    const text = await emptyLedger();
    const fast = offsetClock(systemClock);
    fast.move(3_600_000);
    const early = await openAt(text);
    const late = await openAt(text, { clock: fast });
    await approveAll(early, 'a');
    const { taken } = await claim(early);
    expect(actionsIn(await claim(late))).toEqual([]);
    const { row } = taken[0] ?? { row: null };
    expect((row?.leaseUntil ?? 0) - late.now()).toBeGreaterThan(leaseMs - 5_000);
    expect(Math.abs(early.now() - late.now())).toBeLessThan(2_000);
  });

  it('is read once the row is locked, however long that took', async () => {
    const text = await emptyLedger();
    const { schema } = postgresAddress(text);
    const store = await openAt(text);
    await approveAll(store, 'a');
    await claim(store);
    const other = await connected();
    await other.query('BEGIN');
    await other.query(`SELECT FROM ${schema}.outbox FOR UPDATE`);
    const sends = store.recordSend({ key: 'key of a', fence: 1 }, (_, now) => String(now));
    await waitingFor(schema);
    const [{ now: freed } = { now: 0 }] = (await other.query(`SELECT ${schema}.ledger_now()::float8 AS now`))
      .rows;
    await other.query('COMMIT');
    await other.end();
    expect(Number(await sends)).toBeGreaterThanOrEqual(Number(freed));
  });
});

describe('what is committed late', () => {
  it('is found, though what came after it was sent long ago', async () => {
    const text = await emptyLedger();
    const { schema } = postgresAddress(text);
    const store = await openAt(text);
    await approveAll(store, 'first');
    const late = await connected();
    await late.query('BEGIN');
    await late.query(`
      INSERT INTO ${schema}.approvals (key, action, marker, credential, payload_hash, approved_at)
      VALUES ('key of late', 'late', 'm', 'main', 'h', ${schema}.ledger_now())`);
    await late.query(`
      INSERT INTO ${schema}.outbox (key, request, state, next_at, created_at, budget_from)
      VALUES ('key of late', '{}', 'pending', ${schema}.ledger_now(), 0, 0)`);
    await approveAll(store, 'after');
    const before = await claim(store, { most: 10 });
    expect(actionsIn(before)).toEqual(['first', 'after']);
    for (const { row } of before.taken) await settle(store, row);
    expect(await claim(store)).toEqual({ taken: [], exhausted: [], nextAt: null });
    await late.query('COMMIT');
    await late.end();
    expect(actionsIn(await claim(store))).toEqual(['late']);
  });

  it('cannot be an earlier action of an aggregate: whoever approves another waits for it', async () => {
    const text = await emptyLedger();
    const { schema } = postgresAddress(text);
    const [one, other] = [await openAt(text), await openAt(text)];
    const blocker = await connected();
    await blocker.query('BEGIN');
    // The first approval gets its place, and then waits for this key.
    await blocker.query(`
      INSERT INTO ${schema}.approvals (key, action, marker, credential, payload_hash, approved_at)
      VALUES ('key of x 2', 'x 2', 'm', 'main', 'h', 0)`);
    const x = (name: string) => approvalOf(name, { aggregate: 'x' });
    const early = one.approve([x('x 1'), x('x 2')], together);
    await waitingFor(schema);
    const late = other.approve([x('x 3')], together);
    await waitingFor(schema, 2);
    await blocker.query('ROLLBACK');
    await blocker.end();
    await Promise.all([early, late]);
    for (const expected of ['x 1', 'x 2', 'x 3']) {
      const claimed = await claim(one, { most: 10 });
      expect(actionsIn(claimed)).toEqual([expected]);
      for (const { row } of claimed.taken) await settle(one, row);
    }
  });
});

describe('whoever waits for work', () => {
  it('is woken by an approval of another process', async () => {
    const text = await emptyLedger();
    const [idle, busy] = [await openAt(text), await openAt(text)];
    await listening(idle);
    const since = idle.notices();
    const wakes = idle.wait(since, 60_000, never).then(() => idle.notices());
    await approveAll(busy, 'a');
    expect(await wakes).toBeGreaterThan(since);
  });

  it('misses nothing that was said between its look and its wait', async () => {
    const text = await emptyLedger();
    const [idle, busy] = [await openAt(text), await openAt(text)];
    await listening(idle);
    const since = idle.notices();
    await claim(idle);
    await approveAll(busy, 'a');
    await expect.poll(() => idle.notices()).toBeGreaterThan(since);
    await idle.wait(since, 60_000, never);
  });

  it('listens again after its connection was cut', async () => {
    const text = await emptyLedger();
    const [idle, busy] = [await openAt(text), await openAt(text)];
    await listening(idle);
    const since = idle.notices();
    await cutAll(text);
    await expect.poll(() => idle.notices(), { timeout: 10_000 }).toBeGreaterThan(since);
    const again = idle.notices();
    await approveAll(busy, 'a');
    await expect.poll(() => idle.notices()).toBeGreaterThan(again);
  });
});

describe('connections that are cut', () => {
  it('are made again, and the transaction with them', async () => {
    const text = await emptyLedger();
    const store = await openAt(text);
    await approveAll(store, 'a', 'b');
    for (const expected of ['a', 'b']) {
      await cutAll(text);
      expect(actionsIn(await claim(store))).toEqual([expected]);
    }
  });

  it('in the middle of a commit that went well write nothing twice', async () => {
    const text = await emptyLedger();
    const proxy = await cuttingProxy(text);
    const store = await openAt(proxy.address);
    proxy.cutNextCommit();
    expect(await store.approve([approvalOf('a')], together)).toMatchObject([{ kind: 'known' }]);
    const { taken } = await claim(store);
    const row = taken[0]?.row;
    if (row === undefined) throw new Error('It was approved.');
    proxy.cutNextCommit();
    await store.recordSend(row, () => null);
    proxy.cutNextCommit();
    const settled = await settle(store, row, { state: 'unknown', nextAt: 0, lastOutcome: 'unknown' });
    expect(settled).toMatchObject({ row: { state: 'unknown', fence: 1 } });
    expect(proxy.cuts()).toBe(3);
    const { schema } = postgresAddress(text);
    expect(await ask(`SELECT fence::int, result, outcome FROM ${schema}.attempts`)).toEqual([
      { fence: 1, result: 'unknown', outcome: 'unknown' },
    ]);
  });

  it('in the middle of the commit of several write none of them twice', async () => {
    const text = await emptyLedger();
    const proxy = await cuttingProxy(text);
    const store = await openAt(proxy.address);
    const names = ['a', 'b', 'c'];
    await approveAll(store, ...names);
    const rows = (await claim(store, { most: 3 })).taken.map(({ row }) => row);
    proxy.cutNextCommit();
    await Promise.all(rows.map((row) => store.recordSend(row, () => null)));
    proxy.cutNextCommit();
    const unknown = { state: 'unknown', nextAt: 0, lastOutcome: 'unknown' } as const;
    const settled = await Promise.all(rows.map((row) => settle(store, row, unknown)));
    expect(settled.map((each) => each?.row.state)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(proxy.cuts()).toBe(2);
    const { schema } = postgresAddress(text);
    expect(await ask(`SELECT key, fence::int, result FROM ${schema}.attempts ORDER BY key`)).toEqual(
      names.map((name) => ({ key: `key of ${name}`, fence: 1, result: 'unknown' })),
    );
  });

  it('while the server has yet to carry out the commit are waited for by whoever tries again', async () => {
    const text = await emptyLedger();
    const proxy = await cuttingProxy(text);
    const store = await openAt(proxy.address);
    const names = ['a', 'b'];
    await approveAll(store, ...names);
    const rows = (await claim(store, { most: 2 })).taken.map(({ row }) => row);
    const commits = await slowCommits(text);
    proxy.cutNextCommit();
    const settles = Promise.all(rows.map((row) => settle(store, row)));
    const { schema } = postgresAddress(text);
    await waitingFor(schema);
    expect(proxy.cuts()).toBe(1);
    await commits.goOn();
    expect((await settles).map((each) => each?.row.state)).toEqual(['sent', 'sent']);
    expect(await ask(`SELECT key, fence::int, result FROM ${schema}.attempts ORDER BY key`)).toEqual(
      names.map((name) => ({ key: `key of ${name}`, fence: 1, result: 'sent' })),
    );
  });

  it('leave it open whether an act of an operator was written, and it is not written again', async () => {
    const text = await emptyLedger();
    const proxy = await cuttingProxy(text);
    const store = await openAt(proxy.address);
    await approveAll(store, 'a');
    const { row } = (await store.lookAtAction('a')) ?? { row: null };
    if (row === null) throw new Error('It was approved.');
    proxy.cutNextCommit();
    const act = {
      act: 'unblock',
      who: 'Ada',
      why: 'asked',
      result: 'noted',
      change: null,
      renewsBudget: false,
    };
    await expect(store.operate({ ...act, row })).rejects.toMatchObject({ code: 'OUTBOX_UNREACHABLE' });
    const { schema } = postgresAddress(text);
    expect(await ask(`SELECT who, result FROM ${schema}.operator_acts`)).toEqual([
      { who: 'Ada', result: 'noted' },
    ]);
  });

  it('end the patience of whoever waits, in the end', async () => {
    const text = await emptyLedger();
    const proxy = await cuttingProxy(text);
    const store = await openAt(proxy.address, { patienceMs: 200 });
    await proxy.close();
    await expect(claim(store)).rejects.toMatchObject({ code: 'OUTBOX_UNREACHABLE' });
  });
});

describe('a worker that stands still in the middle of a transaction', () => {
  it('keeps its locks for some seconds at most', async () => {
    const text = await emptyLedger();
    const proxy = await cuttingProxy(text);
    const [stuck, other] = [await openAt(proxy.address), await openAt(text)];
    await approveAll(stuck, 'a');
    proxy.stall();
    const claims = claim(stuck);
    await proxy.stalled();
    const name = `twiceshy ${postgresAddress(text).schema}`;
    const standing = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE state LIKE 'idle in transaction%' AND query LIKE '%WITH clock%' AND application_name = $1`;
    const stands = async () => (await ask(standing, [name]))[0]?.['count'];
    // What was sent on is carried out a moment later.
    await expect.poll(stands, { timeout: 20_000 }).toBe(1);
    expect(actionsIn(await claim(other))).toEqual([]);
    await expect.poll(stands, { timeout: 20_000 }).toBe(0);
    expect(actionsIn(await claim(other))).toEqual(['a']);
    proxy.goOn();
    expect(actionsIn(await claims)).toEqual([]);
  });
});

/** Resolves once so many statements of that ledger wait for a lock. */
async function waitingFor(schema: string, count = 1): Promise<void> {
  const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`;
  await expect
    .poll(async () => (await ask(waiting, [`%${schema}%`]))[0]?.['count'], { timeout: 10_000 })
    .toBe(count);
}

/** Has every commit that ends an attempt wait until it may go on. */
async function slowCommits(text: string): Promise<{ readonly goOn: () => Promise<void> }> {
  const { schema } = postgresAddress(text);
  const lock = `hashtext('slow commits of ${schema}')`;
  const holder = await connected();
  await holder.query(`SELECT pg_advisory_lock(${lock})`);
  await holder.query(`
    CREATE FUNCTION ${schema}.stand_still() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${lock}); RETURN NULL; END $$`);
  await holder.query(`
    CREATE CONSTRAINT TRIGGER slow_commit AFTER UPDATE ON ${schema}.attempts DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ${schema}.stand_still()`);
  return { goOn: () => holder.end() };
}

/** Resolves once a store hears what is said. */
async function listening(store: Awaited<ReturnType<typeof openAt>>): Promise<void> {
  const since = store.notices();
  void store.wait(since, 1, never);
  await expect.poll(() => store.notices(), { timeout: 10_000 }).toBeGreaterThan(since);
}

/** Cuts every connection of the kit's to the server. */
async function cutAll(text: string): Promise<void> {
  const name = `twiceshy ${postgresAddress(text).schema}`;
  await ask('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [name]);
}

const proxies: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});

/** A way to the server on which the answer to a commit can be lost. */
async function cuttingProxy(text: string) {
  const target = new URL(text);
  const sockets = new Set<Socket>();
  let armed = false;
  let cuts = 0;
  let stalls = false;
  let kept: (() => void)[] = [];
  let hear = (): void => undefined;
  const stalled = new Promise<void>((resolve) => (hear = resolve));
  const server = createServer((near) => {
    const far = connect(Number(target.port === '' ? 5432 : target.port), target.hostname);
    let cutting = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    far.on('close', () => near.destroy());
    // A server does not see a client go while it commits; it would if it had to answer.
    near.on('close', () => {
      if (!cutting) far.destroy();
    });
    near.on('data', (chunk) => {
      if (armed && chunk.includes('COMMIT')) {
        armed = false;
        cutting = true;
        cuts += 1;
      }
      // A claim begins with a statement for rows that nobody else has locked; what follows it is kept.
      if (stalls && kept.length === 0 && chunk.includes('SKIP LOCKED')) {
        far.write(chunk);
        kept = [() => undefined];
        hear();
      } else if (stalls && kept.length > 0) kept.push(() => far.write(chunk));
      else far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (cutting) near.destroy();
      else near.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const url = new URL(text);
  url.hostname = '127.0.0.1';
  url.port = String(typeof place === 'object' ? place?.port : '');
  const proxy = {
    address: url.href,
    cutNextCommit: () => {
      armed = true;
    },
    cuts: () => cuts,
    stall: () => {
      stalls = true;
    },
    stalled: () => stalled,
    goOn: () => {
      stalls = false;
      for (const each of kept) each();
    },
    close: async () => {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  proxies.push(proxy);
  return proxy;
}
