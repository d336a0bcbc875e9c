import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../reference-receiver/store/store.js';
import type { Store } from '../../reference-receiver/store/store.js';

let store: Store;

beforeEach(() => {
  store = openStore(':memory:', 'FULL');
});

afterEach(() => store.close());

const asked = {
  tenant: 'harbor',
  method: 'POST',
  route: '/v1/tasks',
  key: 'k',
  fingerprint: 'v1:a',
  now: 1000,
  leaseUntil: 2000,
};
const answer = { status: 201, contentType: 'application/json', location: null, body: '{}', recordId: null };
const claimed = (more: Partial<typeof asked> = {}) =>
  store.atomically(() => store.keys.claim({ ...asked, ...more }));

function claim(more: Partial<typeof asked> = {}) {
  const mine = claimed(more);
  if (mine === undefined) throw new Error('The key was held; expected to claim it.');
  return mine;
}

test('a key is claimed once; a claim that is refused writes nothing', () => {
  claim();
  const changesBefore = store.database.prepare('SELECT total_changes() AS count').get();
  expect(claimed()).toBeUndefined();
  expect(store.database.prepare('SELECT total_changes() AS count').get()).toEqual(changesBefore);
});

test('no two claims ever have the same fence, even of a key that was freed in between', () => {
  const first = claim();
  const second = claim({ now: 2000, leaseUntil: 3000 });
  store.keys.release(second);
  const third = claim({ now: 2000, leaseUntil: 3000 });
  expect(new Set([first.fence, second.fence, third.fence]).size).toBe(3);
  expect(store.keys.finish(first, { ...answer, expiresAt: 9000 })).toBe(false);
  store.keys.release(first);
  expect(store.keys.finish(third, { ...answer, expiresAt: 9000 })).toBe(true);
});

test('a done key is neither finished again nor released', () => {
  const mine = claim();
  store.keys.finish(mine, { ...answer, expiresAt: 9000 });
  expect(store.keys.finish(mine, { ...answer, status: 500, expiresAt: 9000 })).toBe(false);
  store.keys.release(mine);
  expect(store.keys.find(asked, 'k')).toMatchObject({ state: 'done', status: 201 });
});

test('sweeping removes what has expired, the oldest first, and no more than asked', () => {
  for (const [key, expiresAt] of [
    ['late', 7000],
    ['early', 5000],
    ['kept', 9000],
  ] as const) {
    store.keys.finish(claim({ key }), { ...answer, expiresAt });
  }
  claim({ key: 'working' });
  store.keys.sweep(8000, 1);
  expect(
    ['early', 'late', 'kept', 'working'].map((key) => store.keys.find(asked, key) !== undefined),
  ).toEqual([false, true, true, true]);
});

test('a record is changed only from the version that was read', () => {
  const record = {
    id: 'tsk_1',
    tenant: 'harbor',
    kind: 'task',
    version: 1,
    createdAt: 1,
    payload: { reference: 'm' },
  };
  store.records.insert(record);
  const read = store.records.read('harbor', 'task', 'tsk_1');
  if (read === undefined) throw new Error('The record was not found; expected the one just inserted.');
  expect(store.records.write(read, { reference: 'first' })).toBe(true);
  expect(store.records.write(read, { reference: 'second' })).toBe(false);
  expect(store.records.read('harbor', 'task', 'tsk_1')).toMatchObject({
    version: 2,
    payload: { reference: 'first' },
  });
});

test('a throw in a transaction undoes all of it', () => {
  expect(() =>
    store.atomically(() => {
      claim();
      throw new Error('half-way');
    }),
  ).toThrow('half-way');
  expect(store.keys.find(asked, 'k')).toBeUndefined();
});
