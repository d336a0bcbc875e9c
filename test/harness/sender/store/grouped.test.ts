import { expect, test, vi } from 'vitest';
import { KitError } from '../../../../src/harness/model/kit-error.js';
import { grouped, type InGroup } from '../../../../src/harness/sender/store/postgres/grouped.js';

interface Wish {
  readonly key: string;
  readonly wants?: string;
}

const done = (result: string): InGroup<string> => ({ kind: 'done', result });
const keysOf = (wishes: readonly Wish[]): readonly string[] => wishes.map(({ key }) => key);

/** Carries wishes out as told, and remembers the groups. */
function carrying(carry: (wishes: readonly Wish[]) => readonly InGroup<string>[]) {
  const groups: (readonly string[])[] = [];
  const wish = grouped((wishes: readonly Wish[]) => {
    groups.push(keysOf(wishes));
    return Promise.resolve().then(() => carry(wishes));
  });
  return { groups, wish };
}

const asTheyAre = (wishes: readonly Wish[]): readonly InGroup<string>[] =>
  wishes.map(({ key, wants }) => done(`${key}${wants ?? ''}`));

test('what is wanted at once goes together, and each is told its own result', async () => {
  const { groups, wish } = carrying(asTheyAre);
  expect(await Promise.all(['a', 'b', 'c'].map((key) => wish({ key })))).toEqual(['a', 'b', 'c']);
  expect(groups).toEqual([['a', 'b', 'c']]);
});

test('what is wanted while a group is under way waits for the next one', async () => {
  const opened: { readonly keys: readonly string[]; readonly close: () => void }[] = [];
  const wish = grouped(
    (wishes: readonly Wish[]) =>
      new Promise<readonly InGroup<string>[]>((resolve) => {
        opened.push({ keys: keysOf(wishes), close: () => resolve(asTheyAre(wishes)) });
      }),
  );
  const first = wish({ key: 'a' });
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  const others = [wish({ key: 'b' }), wish({ key: 'c' })];
  expect(opened).toHaveLength(1);
  opened[0]?.close();
  await first;
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  opened[1]?.close();
  expect(await Promise.all(others)).toEqual(['b', 'c']);
  expect(opened.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']]);
});

test('no group holds two wishes for one key; they are carried out in their order', async () => {
  const { groups, wish } = carrying(asTheyAre);
  const results = await Promise.all([
    wish({ key: 'a', wants: '1' }),
    wish({ key: 'a', wants: '2' }),
    wish({ key: 'b' }),
    wish({ key: 'a', wants: '3' }),
  ]);
  expect(results).toEqual(['a1', 'a2', 'b', 'a3']);
  expect(groups).toEqual([['a', 'b'], ['a'], ['a']]);
});

test('a group is bounded', async () => {
  const { groups, wish } = carrying(asTheyAre);
  await Promise.all(Array.from({ length: 250 }, (_, n) => wish({ key: `${n}` })));
  expect(groups.map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('what one decision throws reaches its own caller alone', async () => {
  const error = new Error('no such standing');
  const { wish } = carrying((wishes) =>
    wishes.map(({ key }) => (key === 'b' ? { kind: 'thrown', error } : done(key))),
  );
  const settled = await Promise.allSettled(['a', 'b', 'c'].map((key) => wish({ key })));
  expect(settled).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: error },
    { status: 'fulfilled', value: 'c' },
  ]);
});

test('what has to go alone does, and the others have their result without it', async () => {
  const { groups, wish } = carrying((wishes) =>
    wishes.map(({ key }) => (key === 'b' && wishes.length > 1 ? { kind: 'alone' } : done(key))),
  );
  expect(await Promise.all(['a', 'b', 'c'].map((key) => wish({ key })))).toEqual(['a', 'b', 'c']);
  expect(groups).toEqual([['a', 'b', 'c'], ['b']]);
});

test('where a group cannot be written for what one of them asks, each is tried alone', async () => {
  const refused = new Error('the value is out of range');
  const { groups, wish } = carrying((wishes) => {
    if (keysOf(wishes).includes('b')) throw refused;
    return asTheyAre(wishes);
  });
  const settled = await Promise.allSettled(['a', 'b', 'c'].map((key) => wish({ key })));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(settled[1]).toEqual({ status: 'rejected', reason: refused });
  expect(groups).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
});

test('a ledger that stays away is told to all of a group, which is not tried again for each', async () => {
  const away = new KitError('OUTBOX_UNREACHABLE', { happened: 'away', expected: 'there', next: 'wait' });
  const { groups, wish } = carrying(() => {
    throw away;
  });
  const settled = await Promise.allSettled(['a', 'b'].map((key) => wish({ key })));
  expect(settled.map((each) => each.status === 'rejected' && each.reason === away)).toEqual([true, true]);
  expect(groups).toEqual([['a', 'b']]);
});

test('a wish that comes after a group that failed is carried out', async () => {
  let isBroken = true;
  const { wish } = carrying((wishes) => {
    if (isBroken) throw new Error('broken');
    return asTheyAre(wishes);
  });
  await expect(wish({ key: 'a' })).rejects.toThrow('broken');
  isBroken = false;
  expect(await wish({ key: 'a' })).toBe('a');
});
