import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Constraint } from '../../../../src/harness/sender/constraints/constraint.js';
import type { SenderStore } from '../../../../src/harness/sender/store/sender-store.js';
import { builtFile } from '../../../support/built-receiver.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { approvalOf, approveAll, claim, settle, stores, together, type OpenStore } from './stores.js';

const line = { rule: 'one refund', on: 'order 1842, line 2', kind: 'one' } as const;
const open: Constraint = { ...line, lasts: 'open' };
const ever: Constraint = { ...line, lasts: 'ever' };
const daily: Constraint = { rule: 'two messages', on: 'Ada', kind: 'rate', most: 2, withinMs: 60_000 };

describe.each(stores)('what rules allow in $name', ({ open: openStore }: { open: OpenStore }) => {
  const approve = (store: SenderStore, name: string, ...constraints: readonly Constraint[]) =>
    store.approve([approvalOf(name, { constraints })], together);
  const refusedBy = (standing: string, rule = 'one refund') => [
    { kind: 'refused', breaches: [{ rule, why: expect.any(String) as string, standing }] },
  ];

  it.each(['pending', 'unknown', 'blocked'] as const)(
    'keeps a second action out while the first is %s, and names it',
    async (state) => {
      const { store } = await openStore();
      await approve(store, 'a', open);
      await settleOne(store, state);
      expect(await approve(store, 'b', open)).toEqual(refusedBy('a'));
      expect(await store.rows()).toMatchObject([{ action: 'a' }]);
      expect(await approve(store, 'b', { ...open, on: 'order 1842, line 3' })).toMatchObject([
        { kind: 'recorded' },
      ]);
    },
  );

  it('counts an action that was sent where the rule is for ever, and not where it is for what is open', async () => {
    const { store } = await openStore();
    await approve(store, 'a', open);
    await settleOne(store, 'sent');
    expect(await approve(store, 'b', ever)).toEqual(refusedBy('a'));
    expect(await approve(store, 'c', open)).toMatchObject([{ kind: 'recorded' }]);
  });

  it('counts an action that has failed no more, as nothing came of it', async () => {
    const { store } = await openStore();
    await approve(store, 'a', ever);
    await settleOne(store, 'failed');
    expect(await approve(store, 'b', ever)).toMatchObject([{ kind: 'recorded' }]);
  });

  it('lets so many in within a time, and others when it is over', async () => {
    const { store, advance } = await openStore();
    await approve(store, 'a', daily);
    await advance(30_000);
    await approve(store, 'b', daily);
    expect(await approve(store, 'c', daily)).toEqual(refusedBy('b', 'two messages'));
    await advance(31_000);
    expect(await approve(store, 'c', daily)).toMatchObject([{ kind: 'recorded' }]);
    expect(await approve(store, 'd', daily)).toEqual(refusedBy('c', 'two messages'));
  });

  it('writes nothing new of a batch in which one is refused, and everything else of it is told', async () => {
    const { store } = await openStore();
    await approveAll(store, 'before');
    const batch = [
      approvalOf('before'),
      approvalOf('a', { constraints: [open] }),
      approvalOf('b'),
      approvalOf('c', { constraints: [open] }),
      approvalOf('d', { breaches: [{ rule: 'large amounts', why: 'too large', standing: null }] }),
    ];
    const came = await store.approve(batch, together);
    expect(came.map(({ kind }) => kind)).toEqual(['known', 'left-out', 'left-out', 'refused', 'refused']);
    expect(came[3]).toMatchObject({ breaches: [{ rule: 'one refund', standing: 'a' }] });
    expect((await store.ledger()).approvals).toEqual(['key of before']);
    expect(await store.figures()).toMatchObject({ refused: 2, pending: 1 });
    expect(await approve(store, 'c', open)).toMatchObject([{ kind: 'recorded' }]);
  });

  it('is no hindrance to an action that was accepted, whenever it is approved again', async () => {
    const { store } = await openStore();
    await approve(store, 'a', ever, { ...daily, most: 1 });
    expect(await approve(store, 'a', ever, { ...daily, most: 1 })).toMatchObject([{ kind: 'known' }]);
  });

  it('is told beforehand, and then nothing is written', async () => {
    const { store } = await openStore();
    await approve(store, 'a', open);
    const batch = [
      approvalOf('a', { constraints: [open] }),
      approvalOf('b', { constraints: [open] }),
      approvalOf('c', { expiresInMs: 5_000 }),
    ];
    const before = await store.ledger();
    const came = await store.approve(batch, { ...together, isPreview: true });
    expect(came.map(({ kind }) => kind)).toEqual(['known', 'refused', 'recorded']);
    expect(await store.ledger()).toEqual(before);
    expect((await store.figures()).refused).toBe(0);
  });

  it('is kept by any number that approve at once, in whatever order they name things', async () => {
    const { store, another } = await openStore();
    const approvers = [store, await another(), await another(), await another()];
    const lines = ['line 1', 'line 2', 'line 3'];
    const came = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const turned = n % 2 === 0 ? lines : lines.toReversed();
        const batch = turned.map((on) => approvalOf(`${n} of ${on}`, { constraints: [{ ...open, on }] }));
        return approvers[n % 4]?.approve(batch, together);
      }),
    );
    const kinds = came.map((batch) => (batch ?? []).map(({ kind }) => kind).join(' '));
    expect(kinds.filter((kind) => kind === 'recorded recorded recorded')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'refused refused refused')).toHaveLength(23);
    expect(await store.rows()).toHaveLength(3);
    expect((await store.figures()).refused).toBe(69);
  });

  it('lets no more in within a time than it says, however many approve at once', async () => {
    const { store, another } = await openStore();
    const approvers = [store, await another(), await another()];
    const many: Constraint = { ...daily, most: 5 };
    const came = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => approve(approvers[n % 3] ?? store, `message ${n}`, many)),
    );
    expect(came.filter(([each]) => each?.kind === 'recorded')).toHaveLength(5);
    expect(await store.rows()).toHaveLength(5);
  });

  it('takes values of any length, and batches of any size', async () => {
    const { store } = await openStore();
    const long: Constraint = { ...ever, on: 'x'.repeat(20_000) };
    await approve(store, 'a', long);
    expect(await approve(store, 'b', long)).toEqual(refusedBy('a'));
    const batch = Array.from({ length: 2_300 }, (_, n) =>
      approvalOf(`many ${n}`, { aggregate: `aggregate ${n}`, constraints: [{ ...open, on: `line ${n}` }] }),
    );
    const came = await store.approve(batch, together);
    expect(came.every(({ kind }) => kind === 'recorded')).toBe(true);
    expect((await store.rows()).map(({ action }) => action)).toEqual([
      'a',
      ...batch.map(({ action }) => action),
    ]);
  });

  it('is forgotten with a row that a flawed sender drops', async () => {
    const { store } = await openStore();
    await approve(store, 'a', ever);
    await store.drop('key of a');
    expect(await approve(store, 'b', ever)).toMatchObject([{ kind: 'recorded' }]);
  });
});

it('rules are kept by processes that approve in one SQLite file at once', async () => {
  const file = join(temporaryFolder(), 'outbox.sqlite');
  const script = `
    const { openSqliteStore } = await import(${JSON.stringify(builtFile('src/harness/sender/store/sqlite/open-sqlite-store.js'))});
    const { systemClock } = await import(${JSON.stringify(builtFile('src/harness/run/system-clock.js'))});
    const store = openSqliteStore(${JSON.stringify(file)}, { clock: systemClock });
    const plain = ${JSON.stringify(approvalOf('a'))};
    for (let line = 0; line < 60; line += 1) {
      const name = process.argv[1] + ' ' + line;
      const constraints = [{ rule: 'one refund', on: 'line ' + line, kind: 'one', lasts: 'open' }];
      const approval = { ...plain, key: name, action: name, constraints };
      const [{ kind }] = await store.approve([approval], { writes: 'together', betweenWrites: () => undefined });
      console.log(kind);
    }
    await store.close();`;
  const run = promisify(execFile);
  const names = ['first', 'second', 'third', 'fourth'];
  const args = ['--input-type=module', '--eval', script];
  const said = await Promise.all(
    names.map(async (name) => (await run(process.execPath, [...args, name])).stdout),
  );
  const kinds = said.join('').trim().split('\n');
  expect(kinds).toHaveLength(240);
  expect(kinds.filter((kind) => kind === 'recorded')).toHaveLength(60);
  expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(180);
});

async function settleOne(store: SenderStore, state: 'pending' | 'unknown' | 'blocked' | 'sent' | 'failed') {
  const [taken] = (await claim(store)).taken;
  if (taken === undefined) throw new Error('Nothing was due.');
  const nextAt = state === 'pending' || state === 'unknown' ? store.now() : null;
  await settle(store, { key: taken.row.key, fence: taken.row.fence }, { state, nextAt });
}
