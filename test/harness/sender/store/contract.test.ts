import { describe, expect, it } from 'vitest';
import { severalRecords } from '../../../../src/harness/sender/several-records.js';
import type { SenderStore } from '../../../../src/harness/sender/store/sender-store.js';
import {
  actionsIn,
  approvalOf,
  approveAll,
  claim,
  leaseMs,
  settle,
  stores,
  together,
  type OpenStore,
} from './stores.js';

describe.each(stores)('approvals in $name', ({ open }: { open: OpenStore }) => {
  it('make a row that is due at once, and are there for whoever opens the ledger', async () => {
    const { store, another } = await open();
    const before = store.now();
    const [written] = await store.approve([approvalOf('a', { expiresInMs: 5_000 })], together);
    const other = await another();
    const [row, ...more] = await other.rows();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      key: 'key of a',
      action: 'a',
      marker: 'marker of a',
      credential: 'main',
      payloadHash: 'hash of a',
      request: 'request of a',
      state: 'pending',
      attempts: 0,
      fence: 0,
      inDoubt: 0,
      leaseUntil: null,
      firstSentAt: null,
      remoteId: null,
    });
    expect(written).toEqual({ kind: 'recorded', expiresAt: row?.expiresAt });
    expect((row?.expiresAt ?? 0) - (row?.nextAt ?? 0)).toBe(5_000);
    expect(row?.budgetFrom).toBe(row?.nextAt);
    expect(Math.abs((row?.nextAt ?? 0) - before)).toBeLessThan(5_000);
  });

  it('leave nothing where something goes wrong between the two writes', async () => {
    const { store } = await open();
    const betweenWrites = (): never => {
      throw new Error('killed');
    };
    await expect(store.approve([approvalOf('a')], { writes: 'together', betweenWrites })).rejects.toThrow(
      'killed',
    );
    expect(await store.ledger()).toEqual({ rows: [], approvals: [] });
    await expect(store.approve([approvalOf('a')], { writes: 'apart', betweenWrites })).rejects.toThrow(
      'killed',
    );
    expect(await store.ledger()).toEqual({ rows: [], approvals: ['key of a'] });
  });

  it('of many are all or none', async () => {
    const { store } = await open();
    let writes = 0;
    const betweenWrites = (): void => {
      writes += 1;
      if (writes === 3) throw new Error('killed');
    };
    const three = ['a', 'b', 'c'].map((name) => approvalOf(name));
    await expect(store.approve(three, { writes: 'together', betweenWrites })).rejects.toThrow('killed');
    expect(await store.ledger()).toEqual({ rows: [], approvals: [] });
    await store.approve(three, together);
    expect((await store.rows()).map(({ action }) => action)).toEqual(['a', 'b', 'c']);
  });

  it('with a key or an action that is there change nothing, and tell which approval that is', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    const before = await store.ledger();
    const there = {
      key: 'key of a',
      action: 'a',
      credential: 'main',
      payloadHash: 'hash of a',
      aggregate: null,
      data: null,
    };
    const again = [approvalOf('a'), approvalOf('b', { key: 'key of a' }), approvalOf('c', { action: 'a' })];
    expect(await store.approve(again, together)).toMatchObject(
      again.map(() => ({ kind: 'known', approval: there })),
    );
    expect(await store.ledger()).toEqual(before);
  });

  it('of one action by many at once make one row', async () => {
    const { store, another } = await open();
    const writers = [store, await another(), await another()];
    const written = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => writers[n % 3]?.approve([approvalOf('a')], together)),
    );
    const kinds = written.map((each) => each?.[0]?.kind);
    expect(kinds.filter((kind) => kind === 'recorded')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'known')).toHaveLength(11);
    expect(await store.rows()).toHaveLength(1);
  });

  it('keep every text as it came', async () => {
    const { store } = await open();
    const request = `{"title":"Rückruf “wegen” <Plan> 🛠","nul":"\\u0000","half":"\\ud800"}\t'; DROP TABLE outbox; --`;
    await store.approve([approvalOf('Ä "a" \\ 🛠', { request })], together);
    expect(await store.rows()).toMatchObject([{ action: 'Ä "a" \\ 🛠', request }]);
  });
});

describe.each(stores)('claims in $name', ({ open }: { open: OpenStore }) => {
  it('give a row a lease, one fence more and one attempt more', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    const { taken, exhausted, nextAt } = await claim(store);
    expect({ exhausted, nextAt }).toEqual({ exhausted: [], nextAt: null });
    const [{ before, row } = { before: null, row: null }] = taken;
    expect(before).toMatchObject({ state: 'pending', fence: 0, attempts: 0, leaseUntil: null });
    expect(row).toMatchObject({ state: 'processing', fence: 1, attempts: 1 });
    expect(await store.rows()).toEqual([row]);
    const leftMs = (row?.leaseUntil ?? 0) - store.now();
    expect(leftMs).toBeGreaterThan(leaseMs - 5_000);
    expect(leftMs).toBeLessThanOrEqual(leaseMs);
  });

  it('tell when the next row is due where none is', async () => {
    const { store } = await open();
    expect(await claim(store)).toEqual({ taken: [], exhausted: [], nextAt: null });
    await approveAll(store, 'a');
    const { taken } = await claim(store);
    expect(await claim(store)).toEqual({
      taken: [],
      exhausted: [],
      nextAt: taken[0]?.row.leaseUntil,
    });
    expect((await claim(store, { takeOverDelayMs: null })).nextAt).toBeNull();
  });

  it('take what is due for the longest time first, and in batches no more than asked for', async () => {
    const { store, advance } = await open();
    await approveAll(store, 'a');
    await advance(2);
    await approveAll(store, 'b', 'c');
    await advance(2);
    await approveAll(store, 'd');
    expect(actionsIn(await claim(store, { most: 3 }))).toEqual(['a', 'b', 'c']);
    expect(actionsIn(await claim(store, { most: 3 }))).toEqual(['d']);
  });

  it('leave a row alone until its wait is over', async () => {
    const { store, advance } = await open();
    await approveAll(store, 'a');
    const hold = await heldBy(store);
    const nextAt = store.now() + 30_000;
    await settle(store, hold, { state: 'pending', nextAt });
    expect(await claim(store)).toMatchObject({ taken: [], nextAt });
    await advance(29_000);
    expect(actionsIn(await claim(store))).toEqual([]);
    await advance(1_000);
    expect(actionsIn(await claim(store))).toEqual(['a']);
  });

  it('take a row over when its lease is over, and not sooner', async () => {
    const { store, another, advance } = await open();
    await approveAll(store, 'a');
    await claim(store);
    const other = await another();
    await advance(leaseMs - 1_000);
    expect(actionsIn(await claim(other))).toEqual([]);
    await advance(1_000);
    expect(actionsIn(await claim(other, { takeOverDelayMs: null }))).toEqual([]);
    const { taken } = await claim(other, { worker: 'worker-2' });
    expect(taken).toMatchObject([
      { before: { state: 'processing', fence: 1 }, row: { fence: 2, attempts: 2 } },
    ]);
  });

  it('by many at once take each row once', async () => {
    const { store, another } = await open();
    const names = Array.from({ length: 60 }, (_, n) => `action ${n}`);
    await approveAll(store, ...names);
    const claimers = [store, await another(), await another(), await another()];
    const claimed = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const by = claimers[n % 4] ?? store;
        return actionsIn(await claim(by, { most: 1 + (n % 5), worker: `worker-${n}` }));
      }),
    );
    const all = claimed.flat();
    expect(new Set(all).size).toBe(all.length);
    const rest = actionsIn(await claim(store, { most: 100 }));
    expect([...all, ...rest].toSorted()).toEqual(names.toSorted());
  });

  it('give up a row whose budget is used up, in the same transaction', async () => {
    const { store } = await open();
    await approveAll(store, 'a', 'b', 'c');
    const used = await claim(store, {
      most: 3,
      exhausted: ({ action }) => (action === 'b' ? 'used up' : null),
    });
    expect(actionsIn(used)).toEqual(['a', 'c']);
    expect(used.exhausted).toMatchObject([
      { before: { action: 'b' }, row: { state: 'blocked', reason: 'used up' } },
    ]);
    expect((await store.rows())[1]).toEqual(used.exhausted[0]?.row);
  });

  it('drop such a row only for a flawed sender', async () => {
    const { store } = await open();
    await approveAll(store, 'a', 'b');
    await claim(store, { exhausted: () => 'used up', exhaustedRow: 'dropped' });
    expect((await store.ledger()).approvals).toEqual(['key of b']);
  });

  it("look at the ledger's own time", async () => {
    const { store, advance } = await open();
    await approveAll(store, 'a');
    const seen: number[] = [];
    const exhausted = (_: unknown, now: number) => {
      seen.push(now);
      return null;
    };
    await claim(store, { exhausted });
    await advance(leaseMs);
    await claim(store, { exhausted });
    const [first = 0, second = 0] = seen;
    expect(second - first).toBeGreaterThanOrEqual(leaseMs);
    expect(store.now()).toBeGreaterThanOrEqual(second);
  });

  it('reclaim conflicts only for a flawed sender', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    await settle(store, await heldBy(store), { state: 'blocked', lastOutcome: 'mismatch' });
    expect(actionsIn(await claim(store))).toEqual([]);
    expect(actionsIn(await claim(store, { conflictsBelow: 2 }))).toEqual(['a']);
    await settle(store, { key: 'key of a', fence: 2 }, { state: 'blocked', lastOutcome: 'mismatch' });
    expect(actionsIn(await claim(store, { conflictsBelow: 2 }))).toEqual([]);
  });
});

describe.each(stores)('the order within an aggregate in $name', ({ open }: { open: OpenStore }) => {
  const ordered = (...names: readonly string[]) =>
    names.map((name) => approvalOf(name, { aggregate: name.replace(/ .*/, '') }));

  it('lets a row be due when the one before it is sent or failed', async () => {
    const { store } = await open();
    await store.approve(ordered('x 1', 'y 1', 'x 2', 'x 3'), together);
    await approveAll(store, 'free');
    const first = await claim(store, { most: 10 });
    expect(actionsIn(first)).toEqual(['x 1', 'y 1', 'free']);
    await settle(store, { key: 'key of x 1', fence: 1 });
    expect(actionsIn(await claim(store, { most: 10 }))).toEqual(['x 2']);
    await settle(store, { key: 'key of x 2', fence: 1 }, { state: 'failed' });
    expect(actionsIn(await claim(store, { most: 10 }))).toEqual(['x 3']);
  });

  it.each(['pending', 'unknown', 'blocked'] as const)('waits for one that is %s', async (state) => {
    const { store, advance } = await open();
    await store.approve(ordered('x 1', 'x 2'), together);
    const nextAt = state === 'blocked' ? null : store.now() + 60_000;
    await settle(store, await heldBy(store), { state, nextAt });
    await advance(30_000);
    expect(await claim(store, { most: 10 })).toEqual({ taken: [], exhausted: [], nextAt });
  });

  it('is the one in which they were approved, whatever their waits', async () => {
    const { store, advance } = await open();
    await store.approve(ordered('x 1', 'x 2'), together);
    await settle(store, await heldBy(store), { state: 'pending', nextAt: store.now() + 5_000 });
    await advance(5_000);
    expect(actionsIn(await claim(store, { most: 10 }))).toEqual(['x 1']);
  });
});

describe.each(stores)('what a worker writes in $name', ({ open }: { open: OpenStore }) => {
  it('marks a row before it is sent, unless the decision is against it', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    const hold = await heldBy(store);
    expect(await store.recordSend(hold, () => 'lease-lost')).toBe('lease-lost');
    expect(await store.rows()).toMatchObject([{ inDoubt: 0, firstSentAt: null }]);
    expect(await store.lastEnd(hold.key, 2_000)).toBeNull();
    const seen: unknown[] = [];
    const row = await store.recordSend(hold, (asked, now) => {
      seen.push(asked, now);
      return null;
    });
    expect(row).toMatchObject({ action: 'a', inDoubt: 0 });
    expect(seen[0]).toEqual(row);
    const [marked] = await store.rows();
    expect(marked).toMatchObject({ inDoubt: 1, firstSentAt: seen[1] });
    expect(await store.lastEnd(hold.key, 2_000)).toBe(Number(seen[1]) + 2_000);
    expect(await store.recordSend({ key: 'nobody', fence: 1 }, () => null)).toBeNull();
  });

  it('keeps the time of the first send', async () => {
    const { store, advance } = await open();
    await approveAll(store, 'a');
    await store.recordSend(await heldBy(store), () => null);
    const [first] = await store.rows();
    await advance(leaseMs);
    await store.recordSend(await heldBy(store), () => null);
    const [second] = await store.rows();
    expect(second?.firstSentAt).toBe(first?.firstSentAt);
  });

  it('settles a row under its fence, and frees its lease', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    const hold = await heldBy(store);
    await store.recordSend(hold, () => null);
    const settled = await settle(store, hold);
    expect(settled).toMatchObject({
      before: { state: 'processing', fence: 1 },
      row: { state: 'sent', remoteId: 'record-1', leaseUntil: null, inDoubt: 0, lastOutcome: 'created' },
    });
    expect(await store.rows()).toEqual([settled?.row]);
    expect(await claim(store)).toEqual({ taken: [], exhausted: [], nextAt: null });
    expect(await store.lastEnd(hold.key, 999_999)).toBeLessThanOrEqual(store.now());
  });

  it('changes nothing once another has taken the row over', async () => {
    const { store, advance } = await open();
    await approveAll(store, 'a');
    const late = await heldBy(store);
    await advance(leaseMs);
    const owner = await heldBy(store);
    const before = await store.rows();
    expect(await settle(store, late, { state: 'failed' })).toBeNull();
    expect(await store.rows()).toEqual(before);
    await settle(store, owner);
    expect(await settle(store, late, { state: 'failed' })).toBeNull();
    expect(await store.rows()).toMatchObject([{ state: 'sent', fence: 2 }]);
    expect(await settle(store, late, { state: 'failed' }, false)).toMatchObject({ row: { state: 'failed' } });
    expect(await store.rows()).toMatchObject([{ state: 'failed', fence: 2 }]);
    expect(await settle(store, { key: 'nobody', fence: 1 })).toBeNull();
  });

  it('may settle a row after its lease while nobody else has taken it', async () => {
    const { store, advance } = await open();
    await approveAll(store, 'a');
    const hold = await heldBy(store);
    await advance(leaseMs * 2);
    expect(await settle(store, hold)).toMatchObject({ row: { state: 'sent' } });
  });

  it('makes the new standing from the row as it is found', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    const hold = await heldBy(store);
    const { row } = (await store.look(hold.key)) ?? { row: null };
    const standings: unknown[] = [];
    await store.settle({
      ...hold,
      state: 'pending',
      exchange: null,
      outcome: null,
      underFence: true,
      standing: (found) => {
        standings.push(found);
        return { ...found, state: 'pending', nextAt: store.now(), reason: 'later' };
      },
    });
    expect(standings).toEqual([row]);
    expect(await store.rows()).toMatchObject([{ state: 'pending', reason: 'later' }]);
  });
});

describe.each(stores)('what many write at once in $name', ({ open }: { open: OpenStore }) => {
  const names = ['a', 'b', 'c', 'd', 'e'];

  it('is as if each had written alone', async () => {
    const { store } = await open();
    await store.approve(
      names.map((name) => approvalOf(name, name === 'b' ? { data: { object: 'o', version: '1' } } : {})),
      together,
    );
    const { taken } = await claim(store, { most: names.length });
    const marks = await Promise.all(
      taken.map(({ row }) => store.recordSend(row, ({ action }) => (action === 'c' ? 'held' : null))),
    );
    expect(marks.map((each) => (typeof each === 'string' ? each : each?.action))).toEqual([
      'a',
      'b',
      'held',
      'd',
      'e',
    ]);
    const settled = await Promise.all(
      taken.map(({ row: { key, fence, action } }) =>
        settle(
          store,
          { key, fence: action === 'd' ? fence + 1 : fence },
          { remoteId: `record of ${action}` },
        ),
      ),
    );
    expect(settled.map((each) => each?.row.remoteId ?? null)).toEqual([
      'record of a',
      'record of b',
      'record of c',
      null,
      'record of e',
    ]);
    const rows = await store.rows();
    expect(rows.map(({ state, inDoubt }) => [state, inDoubt])).toEqual([
      ['sent', 0],
      ['sent', 0],
      ['sent', 0],
      ['processing', 1],
      ['sent', 0],
    ]);
  });

  it('is kept, though the decision about one of them throws', async () => {
    const { store } = await open();
    await approveAll(store, ...names);
    const { taken } = await claim(store, { most: names.length });
    const marks = await Promise.allSettled(
      taken.map(({ row }) =>
        store.recordSend(row, ({ action }) => {
          if (action === 'b') throw new Error('no rule for b');
          return null;
        }),
      ),
    );
    expect(marks.map(({ status }) => status)).toEqual(
      names.map((name) => (name === 'b' ? 'rejected' : 'fulfilled')),
    );
    const rows = await store.rows();
    expect(rows.map(({ inDoubt }) => inDoubt)).toEqual(names.map((name) => (name === 'b' ? 0 : 1)));
  });

  it('of one row, under two fences, counts under the one that holds it', async () => {
    const { store, another, advance } = await open();
    const other = await another();
    await approveAll(store, ...names);
    const early = (await claim(store, { most: names.length })).taken;
    await advance(leaseMs + 1);
    const late = (await claim(other, { most: names.length })).taken;
    const all = await Promise.all([
      ...early.map(({ row }) => settle(store, row, { remoteId: 'late owner' })),
      ...late.toReversed().map(({ row }) => settle(other, row, { remoteId: 'owner' })),
      ...early.map(({ row }) => settle(other, row, { remoteId: 'late owner' })),
    ]);
    expect(all.filter((each) => each !== null)).toHaveLength(names.length);
    expect((await store.rows()).map(({ remoteId }) => remoteId)).toEqual(names.map(() => 'owner'));
  });
});

describe.each(stores)('what others do in $name', ({ open }: { open: OpenStore }) => {
  const act = { act: 'unblock', who: 'Ada', why: 'asked', result: 'unblocked' } as const;

  it('is an act of an operator that changes a row as it was seen, and gives it a new budget', async () => {
    const { store, advance } = await open();
    await approveAll(store, 'a');
    await settle(store, await heldBy(store), {
      state: 'blocked',
      reason: 'conflict',
      lastOutcome: 'mismatch',
    });
    await advance(1_000);
    const { row, now } = (await store.lookAtAction('a')) ?? { row: null, now: 0 };
    if (row === null) throw new Error('It is there.');
    const change = { state: 'pending', nextAt: now, reason: null } as const;
    const after = await store.operate({ ...act, row, change, renewsBudget: true });
    expect(after).toMatchObject({
      state: 'pending',
      attempts: 0,
      fence: 1,
      reason: null,
      lastOutcome: 'mismatch',
    });
    expect((after?.budgetFrom ?? 0) - row.budgetFrom).toBeGreaterThanOrEqual(1_000);
    expect(await store.rows()).toEqual([after]);
    expect(actionsIn(await claim(store))).toEqual(['a']);
  });

  it('is nothing where the row has moved on', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    const { row } = (await store.lookAtAction('a')) ?? { row: null };
    if (row === null) throw new Error('It is there.');
    await claim(store);
    const before = await store.rows();
    const change = { state: 'sent', nextAt: null } as const;
    expect(await store.operate({ ...act, row, change, renewsBudget: false })).toBeNull();
    expect(await store.rows()).toEqual(before);
    const noted = await store.operate({ ...act, row, change: null, renewsBudget: false });
    expect(noted).toEqual(before[0]);
  });

  it('is another hand in the stored bytes', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    expect(await store.rewriteRequest('a', (request) => `${request}!`)).toBe(true);
    expect(await store.rewriteRequest('b', (request) => `${request}!`)).toBe(false);
    expect(await store.rows()).toMatchObject([{ request: 'request of a!', payloadHash: 'hash of a' }]);
  });

  it('is a look at all that is known of one action, every attempt and every act', async () => {
    const { store, advance } = await open();
    await store.approve(
      [approvalOf('a', { aggregate: 'x', expiresInMs: 60_000 }), approvalOf('b')],
      together,
    );
    const hold = await heldBy(store);
    await store.recordHeld(hold);
    await advance(leaseMs);
    const again = await heldBy(store);
    await store.recordSend(again, () => null);
    await settle(store, again, { state: 'blocked', reason: 'conflict', lastOutcome: 'mismatch' });
    const { row } = (await store.look(hold.key)) ?? { row: null };
    if (row === null) throw new Error('It is there.');
    const change = { state: 'pending', nextAt: store.now() } as const;
    await store.operate({ ...act, row, change: null, renewsBudget: false });
    await store.operate({ ...act, who: 'Grace', row, change, renewsBudget: true });
    const dossier = await store.dossier(hold.key);
    expect(dossier).toMatchObject({
      row: { action: 'a', state: 'pending', attempts: 0 },
      aggregate: 'x',
      attempts: [
        { number: 1, fence: 1, worker: 'worker-1', sentAt: null, outcome: null, result: 'held' },
        { number: 2, fence: 2, exchange: 'exchange-1', outcome: 'mismatch', result: 'blocked' },
      ],
      acts: [
        { act: 'unblock', who: 'Ada', why: 'asked', result: 'unblocked' },
        { act: 'unblock', who: 'Grace' },
      ],
    });
    expect(dossier?.row.expiresAt).toBe((dossier?.approvedAt ?? 0) + 60_000);
    const { claimedAt = 0, sentAt = 0, endedAt = 0 } = dossier?.attempts[1] ?? {};
    expect(sentAt).toBeGreaterThanOrEqual(claimedAt);
    expect(endedAt).toBeGreaterThanOrEqual(sentAt ?? 0);
    expect(await store.dossier('key of b')).toMatchObject({ attempts: [], acts: [] });
    expect(await store.dossier('key of c')).toBeNull();
  });

  it('is a look at what is there, or is not', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    const [row] = await store.rows();
    expect((await store.look('key of a'))?.row).toEqual(row);
    expect((await store.lookAtAction('a'))?.row).toEqual(row);
    expect(await store.look('key of b')).toBeNull();
    expect(await store.lookAtAction('b')).toBeNull();
  });
});

describe.each(stores)('the kill switch in $name', ({ open }: { open: OpenStore }) => {
  const pause = { act: 'pause', who: 'Ada', why: 'wrong prices' } as const;
  const resume = { act: 'resume', who: 'Grace', why: 'prices are mended' } as const;

  it('lets nobody claim until it is turned back, and is there for whoever opens the ledger', async () => {
    const { store, another } = await open();
    await approveAll(store, 'a');
    expect(await store.pause()).toBeNull();
    expect(await store.switchSends(pause)).toBe(true);
    const other = await another();
    expect(await other.pause()).toMatchObject({ who: 'Ada', why: 'wrong prices' });
    expect(await claim(other)).toEqual({ taken: [], exhausted: [], nextAt: null });
    await approveAll(other, 'b');
    expect(await claim(store, { most: 5 })).toEqual({ taken: [], exhausted: [], nextAt: null });
    expect(await other.switchSends(resume)).toBe(true);
    expect(await store.pause()).toBeNull();
    expect(actionsIn(await claim(store, { most: 5 }))).toEqual(['a', 'b']);
  });

  it('is seen by a worker that claimed before, when it is about to send', async () => {
    const { store, another } = await open();
    await approveAll(store, 'a');
    const hold = await heldBy(store);
    await (await another()).switchSends(pause);
    const refuses = (_: unknown, now: number, isPaused: boolean) => (isPaused && now > 0 ? 'paused' : null);
    expect(await store.recordSend(hold, refuses)).toBe('paused');
    expect(await store.rows()).toMatchObject([{ inDoubt: 0, firstSentAt: null }]);
    await store.switchSends(resume);
    expect(await store.recordSend(hold, refuses)).toMatchObject({ action: 'a' });
  });

  it('marks no row as sent once it is turned, however many are about to send', async () => {
    const { store, another } = await open();
    const names = Array.from({ length: 24 }, (_, n) => `action ${n}`);
    await approveAll(store, ...names);
    await claim(store, { most: names.length });
    const other = await another();
    const sends = names.map((name) =>
      store.recordSend({ key: `key of ${name}`, fence: 1 }, (_row, _now, isPaused) =>
        isPaused ? 'paused' : null,
      ),
    );
    await other.switchSends(pause);
    const marked = (await other.rows()).filter(({ inDoubt }) => inDoubt === 1).length;
    const came = await Promise.all(sends);
    expect(came.filter((each) => each !== 'paused')).toHaveLength(marked);
  });

  it('leaves settling, approving and the acts of operators as they are', async () => {
    const { store } = await open();
    await approveAll(store, 'a', 'b');
    const hold = await heldBy(store);
    await store.switchSends(pause);
    expect(await settle(store, hold)).toMatchObject({ row: { state: 'sent' } });
    const { row } = (await store.lookAtAction('b')) ?? { row: null };
    if (row === null) throw new Error('It is there.');
    const entry = { act: 'reconcile', who: 'Ada', why: 'asked', result: 'sent', row, renewsBudget: false };
    const change = { state: 'sent', nextAt: null } as const;
    expect(await store.operate({ ...entry, change })).toMatchObject({ state: 'sent' });
  });

  it('turned again the same way changes nothing', async () => {
    const { store, advance } = await open();
    expect(await store.switchSends(resume)).toBe(false);
    await store.switchSends(pause);
    const before = await store.pause();
    await advance(5);
    expect(await store.switchSends({ ...pause, who: 'Grace' })).toBe(false);
    expect(await store.pause()).toEqual(before);
  });

  it('is no part of the deadlines of those who waited', async () => {
    const { store, advance } = await open();
    await approveAll(store, 'before');
    const [before] = await store.rows();
    await store.switchSends(pause);
    await advance(60_000);
    await approveAll(store, 'meanwhile');
    await advance(60_000);
    await store.switchSends(resume);
    const [old, young] = await store.rows();
    const movedMs = (old?.budgetFrom ?? 0) - (before?.budgetFrom ?? 0);
    expect(movedMs).toBeGreaterThanOrEqual(120_000);
    expect(movedMs).toBeLessThan(125_000);
    expect(store.now() - (young?.budgetFrom ?? 0)).toBeLessThan(5_000);
  });

  it('costs no attempt', async () => {
    const { store } = await open();
    await approveAll(store, 'a');
    const hold = await heldBy(store);
    const [row] = await store.rows();
    if (row === undefined) throw new Error('It is there.');
    const written = await store.settle({
      ...hold,
      state: 'pending',
      exchange: null,
      outcome: null,
      underFence: true,
      givesBackAttempt: true,
      standing: (found) => ({ ...found, state: 'pending' }),
    });
    expect(written).toMatchObject({ before: { attempts: 1 }, row: { attempts: 0, fence: 1 } });
    expect(await store.rows()).toEqual([written?.row]);
  });
});

describe.each(stores)('the figures of $name', ({ open }: { open: OpenStore }) => {
  it('of an empty ledger are nothing at all', async () => {
    const { store } = await open();
    const { now, ...figures } = await store.figures();
    expect(Math.abs(now - store.now())).toBeLessThan(5_000);
    expect(new Set(Object.values(figures))).toEqual(new Set([0, null]));
    expect(figures).toMatchObject({
      pendingFrom: null,
      unknownFrom: null,
      blockedFrom: null,
      pausedFrom: null,
    });
  });

  it('count rows by state, attempts by what they came to, and how long things have waited', async () => {
    const { store, advance } = await open();
    const names = ['first', 'replayed', 'existed', 'clashed', 'lost'];
    await approveAll(store, ...names);
    const [approved] = await store.rows();
    const hold = (name: string, fence = 1) => ({ key: `key of ${name}`, fence });
    await claim(store, { most: 5 });
    for (const name of names) await store.recordSend(hold(name), () => null);
    await settle(store, hold('first'));
    await settle(store, hold('existed'), { lastOutcome: 'exists' });
    await settle(store, hold('clashed'), {
      state: 'blocked',
      lastOutcome: 'mismatch',
      reason: severalRecords(['1', '2']),
    });
    const again = { state: 'unknown', lastOutcome: 'unknown', nextAt: store.now() } as const;
    const { firstSentAt = null } = (await store.rows())[4] ?? {};
    await settle(store, hold('lost'), { ...again, firstSentAt, nextAt: store.now() + 999_999 });
    await settle(store, hold('replayed'), again);
    await advance(1_000);
    await claim(store, { most: 5 });
    await store.recordHeld(hold('replayed', 2));
    await advance(leaseMs);
    await claim(store, { most: 5 });
    await settle(store, hold('replayed', 3), { lastOutcome: 'replayed' });
    await approveAll(store, 'last');
    await store.switchSends({ act: 'pause', who: 'Ada', why: 'asked' });
    const figures = await store.figures();
    expect(figures).toMatchObject({
      pending: 1,
      processing: 0,
      sent: 3,
      unknown: 1,
      blocked: 1,
      failed: 0,
      sentAtFirst: 2,
      replayed: 1,
      exists: 1,
      mismatch: 1,
      discrepancies: 1,
      held: 1,
      attempts: 7,
      attempted: 5,
      mostAttempts: 3,
      unknownFrom: firstSentAt,
      pausedFrom: (await store.pause())?.since,
    });
    const { now, pendingFrom, blockedFrom } = figures;
    expect(now - (pendingFrom ?? 0)).toBeLessThan(5_000);
    expect(blockedFrom).toBeGreaterThanOrEqual(approved?.budgetFrom ?? 0);
    expect(now - (blockedFrom ?? 0)).toBeGreaterThanOrEqual(leaseMs + 1_000);
  });
});

describe.each(stores)('a wait for work in $name', ({ open }: { open: OpenStore }) => {
  it('ends by itself, and when it is aborted', async () => {
    const { store } = await open();
    await store.wait(store.notices(), 5, new AbortController().signal);
    const abort = new AbortController();
    const waits = store.wait(store.notices(), 60_000, abort.signal);
    abort.abort();
    await waits;
    await store.wait(store.notices(), 60_000, abort.signal);
  });
});

/** The hold of the one row that is due. */
async function heldBy(store: SenderStore): Promise<{ readonly key: string; readonly fence: number }> {
  const [first] = (await claim(store)).taken;
  if (first === undefined) throw new Error('Nothing was due.');
  return { key: first.row.key, fence: first.row.fence };
}
