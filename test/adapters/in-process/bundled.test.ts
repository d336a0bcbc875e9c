import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../../../reference-receiver/index.js';
import { readAdapter } from '../../../src/adapters/yaml/read-adapter.js';
import type { ActionFacts, CredentialName } from '../../../src/harness/model/action.js';
import type { Answer, HttpRequest, PreparedRequest } from '../../../src/harness/model/exchange.js';
import type { Control } from '../../../src/harness/model/step.js';

const text = readFileSync(new URL('../../../src/adapters/in-process/bundled.yaml', import.meta.url), 'utf8');
const { adapter, control, notes, guard } = readAdapter(text, {
  file: 'bundled.yaml',
  environment: {},
  now: () => 0,
});
const { create, second, lookUp, observe, fetch, update, remove } = adapter;

let receiver: Receiver;

beforeEach(() => {
  let chance = 0;
  receiver = openReceiver({
    file: ':memory:',
    clock: { now: () => 1_000_000, sleep: () => Promise.resolve(), at: () => () => undefined },
    chance: () => (chance = (chance + 0.137) % 1),
    controls: true,
  });
});

afterEach(() => {
  receiver.close();
});

async function exchanged({ url, method, headers, body }: HttpRequest): Promise<Answer> {
  const response = await receiver.handle(
    new Request(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body,
    }),
  );
  return {
    kind: 'answered',
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
  };
}

async function asked(request: PreparedRequest | undefined, as: CredentialName = 'main'): Promise<Answer> {
  if (request === undefined) throw new Error('The bundled contract describes every operation.');
  return exchanged(adapter.address(request, as));
}

async function controlled(what: Control): Promise<Answer> {
  const hook = control?.hook(what) ?? null;
  if (hook?.by !== 'request') throw new Error(`The bundled contract describes ${what.control}.`);
  return exchanged(hook.request);
}

function action(n = 1, key = `key-${n}`): ActionFacts {
  const marker = `marker-${n}`;
  return { name: 'a', key, marker, payload: adapter.payload({ key, marker, n }) };
}

async function created(
  facts: ActionFacts,
  keys: readonly string[] = [facts.key],
  as: CredentialName = 'main',
) {
  return create.outcome(await asked(create.request(facts, keys), as));
}

test('the contract reads without a note, and holds no secret', () => {
  expect({ notes, guard, secrets: adapter.secrets }).toEqual({
    notes: [],
    guard: { allowHosts: [], requireEnv: [] },
    secrets: [],
  });
  expect(adapter.origin).toBe('http://twiceshy.invalid');
});

test('a create, its replay and another content are told apart', async () => {
  const first = await created(action());
  expect(first).toMatchObject({ kind: 'created', id: expect.stringMatching(/./) });
  expect(await created(action())).toMatchObject({ kind: 'replayed', id: first.id });
  expect((await created({ ...action(), payload: action(2).payload })).kind).toBe('mismatch');
  expect((await created(action(2, 'key-1'))).kind).toBe('mismatch');
});

test('a missing, an empty, a doubled and an overlong key are refused as keys', async () => {
  for (const keys of [[], [''], ['a', 'b'], ['k'.repeat(256)]]) {
    expect((await created(action(), keys)).kind).toBe('key-refused');
  }
  expect((await created(action(), ['k'.repeat(255)])).kind).toBe('created');
});

test('credentials are as named: refused, renewed and of another tenant', async () => {
  const first = await created(action());
  expect((await created(action(), ['key-1'], 'refused')).kind).toBe('rejected');
  expect(await created(action(), ['key-1'], 'renewed')).toMatchObject({ kind: 'replayed', id: first.id });
  expect((await created(action(), ['key-1'], 'other_tenant')).kind).toBe('created');
});

test('records are counted, looked up and fetched, and all members read back', async () => {
  const facts = action();
  expect(lookUp?.read(await asked(lookUp.request(facts)), facts)).toEqual({ kind: 'absent' });
  const { id } = await created(facts);
  const page = observe?.read(await asked(observe.request(facts.marker, null)), facts.marker);
  expect(page).toMatchObject({ kind: 'page', next: null, records: [{ id, fields: facts.payload }] });
  expect(lookUp?.read(await asked(lookUp.request(facts)), facts)).toMatchObject({ kind: 'found', id });
  expect(fetch?.read(await asked(fetch.request(id ?? '')))).toMatchObject({
    kind: 'found',
    id,
    fields: facts.payload,
  });
  expect(fetch?.read(await asked(fetch.request('none')))).toEqual({ kind: 'absent' });
  expect(lookUp?.read(await asked(lookUp.request(facts), 'refused'), facts)).toMatchObject({
    kind: 'trouble',
  });
});

test('an observation goes on page by page', async () => {
  const keys = Array.from({ length: 21 }, (_, index) => `k${index}`);
  for (const key of keys) await created(action(1, key));
  const first = observe?.read(await asked(observe.request('marker-1', null)), 'marker-1');
  if (first?.kind !== 'page' || first.next === null) throw new Error('The first page names a next one.');
  expect(first.records).toHaveLength(20);
  const last = observe?.read(await asked(observe.request('marker-1', first.next)), 'marker-1');
  expect(last).toMatchObject({ kind: 'page', next: null, records: [{ fields: { reference: 'marker-1' } }] });
});

test('an update holds once for a version, and a deleted record is gone', async () => {
  const { id } = await created(action());
  const found = fetch?.read(await asked(fetch.request(id ?? '')));
  const version = found?.kind === 'found' ? (update?.version(found.fields) ?? null) : null;
  const change = { id: id ?? '', version: version ?? '', value: 'Changed' };
  expect(update?.outcome(await asked(update.request(change))).kind).toBe('updated');
  expect(update?.outcome(await asked(update.request(change))).kind).toBe('rejected');
  expect(update?.outcome(await asked(update.request({ ...change, id: 'none' }))).kind).toBe('rejected');
  expect(remove?.gone(await asked(remove.request(id ?? '')))).toBe(true);
  expect(remove?.gone(await asked(remove.request(id ?? '')))).toBe(true);
});

test('the second operation takes the same key for a record of its own', async () => {
  await created(action());
  expect(second?.outcome(await asked(second.request(action(), ['key-1']))).kind).toBe('created');
  expect(second?.outcome(await asked(second.request(action(), ['key-1']))).kind).toBe('replayed');
});

test('the invalid sample of the contract is refused', async () => {
  expect((await created({ ...action(), payload: { ...(action().payload as object), title: '' } })).kind).toBe(
    'rejected',
  );
});

test('the controls are understood', async () => {
  await created(action());
  expect(await controlled({ control: 'throttle-next', retryAfterS: 3 })).toMatchObject({ status: 200 });
  expect(await created(action(2))).toMatchObject({ kind: 'throttled', retryAfterMs: 3000 });
  for (const at of ['before', 'half-way'] as const) {
    expect(await controlled({ control: 'fail-next', at })).toMatchObject({ status: 200 });
    expect((await created(action(2))).kind).toBe('unknown');
  }
  expect(await controlled({ control: 'slow', ms: 0 })).toMatchObject({ status: 200 });
  expect(await controlled({ control: 'move-clock', ms: 86_400_001 })).toMatchObject({ status: 200 });
  expect((await created(action())).kind).toBe('created');
});
