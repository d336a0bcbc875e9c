import type { Ask, Caller, Reply } from './support.js';

/** A course over the receiver's own API, and what it shows with the flaw and without. */
export interface Probe {
  course(crm: Caller): Promise<unknown>;
  readonly sound: unknown;
  readonly flawed: unknown;
}

const payload = {
  title: ' Call Zoë about the naïve “offer” 🙂 ',
  reference: 'marker-1',
  description: 'Second line.\nThird line.',
  details: { owner: { name: 'Ana' }, priority: 1 },
  labels: ['b', 'a'],
  amount: 0.1 + 0.2,
  quantity: 7,
  note: '',
};
const other = { ...payload, title: 'Call somebody else' };
const day = 86_400_000;

/** How many records carry the marker. */
const count = async (crm: Caller, reference = payload.reference, ask?: Ask) =>
  (await crm.records(reference, ask)).length;

const statuses = (...replies: readonly Reply[]) => replies.map(({ status }) => status);

/** One field of the record that a create makes, as it is read back. */
const readBack =
  (field: keyof typeof payload, sent: Partial<typeof payload> = {}) =>
  async (crm: Caller) => {
    const { json } = await crm.create('k', { ...payload, ...sent });
    return (await crm.get(`/v1/tasks/${json.id}`)).json[field];
  };

/** Creates one record each with two keys; how many there are. */
const twoKeys = (one: string, another: string) => async (crm: Caller) => {
  await crm.create(one, payload);
  await crm.create(another, payload);
  return count(crm);
};

/** A create, and the same key with something changed: the second status, and how many records there are. */
const conflict = (change: object) => async (crm: Caller) => {
  await crm.create('k', payload);
  const { status } = await crm.create('k', { ...payload, ...change });
  return [status, await count(crm)];
};

/** One intent under two keys, with something changed: the second status, all records, and what the first one reads. */
const sameIntent = (change: object) => async (crm: Caller) => {
  const intended = { ...payload, intent: 'order 7' };
  const { id } = (await crm.create('k1', intended)).json;
  const { status } = await crm.create('k2', { ...intended, ...change });
  return [status, await count(crm), (await crm.get(`/v1/tasks/${id}`)).json.title];
};

const created = async (crm: Caller, sent: object = payload) => (await crm.create('k', sent)).json;

const acceptance: Record<string, Probe> = {
  'answers-without-saving': {
    course: async (crm) => [statuses(await crm.create('k', payload)), await count(crm)],
    sound: [[201], 1],
    flawed: [[201], 0],
  },
  'id-not-fetchable': {
    course: async (crm) => [(await crm.get(`/v1/tasks/${(await created(crm)).id}`)).status, await count(crm)],
    sound: [200, 1],
    flawed: [404, 1],
  },
  'title-cut': {
    course: readBack('title', { title: 'x'.repeat(160) }),
    sound: 'x'.repeat(160),
    flawed: 'x'.repeat(80),
  },
  'text-re-encoded': { course: readBack('title', { title: 'Zoë' }), sound: 'Zoë', flawed: 'ZoÃ«' },
  'number-rounded': { course: readBack('amount'), sound: 0.1 + 0.2, flawed: 0.3 },
  'fields-swapped': { course: readBack('title'), sound: payload.title, flawed: payload.description },
  'outer-blanks-trimmed': { course: readBack('title'), sound: payload.title, flawed: payload.title.trim() },
  'dedupes-by-payload': { course: twoKeys('k1', 'k2'), sound: 2, flawed: 1 },
  'loses-one-in-twenty': {
    course: async (crm) => {
      const replies = [];
      for (let number = 0; number < 25; number += 1) replies.push(await crm.create(`k${number}`, payload));
      return [replies.filter(({ status }) => status === 201).length, await count(crm)];
    },
    sound: [25, 25],
    flawed: [25, 24],
  },
  'missing-key-hashed': {
    course: async (crm) => {
      const first = await crm.create(null, payload);
      const second = await crm.create(null, { ...other, reference: 'marker-2' });
      return [statuses(first, second), (await count(crm)) + (await count(crm, 'marker-2'))];
    },
    sound: [[400, 400], 0],
    flawed: [[201, 201], 1],
  },
  'bad-json-500': {
    course: async (crm) => {
      const headers = { 'idempotency-key': 'k' };
      return (await crm.send('POST', '/v1/tasks', { headers, body: '{"title":' })).status;
    },
    sound: 400,
    flawed: 500,
  },
  'half-record-left': {
    course: async (crm) => [
      statuses(await crm.create('k', { ...payload, amount: 'much' })),
      await count(crm),
    ],
    sound: [[400], 0],
    flawed: [[400], 1],
  },
  'refusal-stored': {
    course: async (crm) => {
      const refused = await crm.create('k', { ...payload, amount: 'much' });
      return [statuses(refused, await crm.create('k', payload)), await count(crm)];
    },
    sound: [[400, 201], 1],
    flawed: [[400, 400], 0],
  },
};

const replay: Record<string, Probe> = {
  'no-deduplication': { course: twoKeys('k', 'k'), sound: 1, flawed: 2 },
  'written-and-read-under-two-names': { course: twoKeys('k', 'k'), sound: 1, flawed: 2 },
  'third-use-fails': {
    course: async (crm) => {
      const replies = [];
      for (let use = 0; use < 4; use += 1) replies.push(await crm.create('k', payload));
      return [statuses(...replies), await count(crm)];
    },
    sound: [[201, 201, 201, 201], 1],
    flawed: [[201, 201, 500, 500], 1],
  },
  'replay-empty-200': {
    course: async (crm) => {
      const first = await crm.create('k', payload);
      const again = await crm.create('k', payload);
      return [again.status, again.text === first.text ? 'same body' : again.text];
    },
    sound: [201, 'same body'],
    flawed: [200, ''],
  },
  'replay-names-other-id': {
    course: async (crm) => {
      await crm.create('k', payload);
      const again = await crm.create('k', payload);
      return [(await crm.get(`/v1/tasks/${again.json.id}`)).status, await count(crm)];
    },
    sound: [200, 1],
    flawed: [404, 1],
  },
  'dedupes-per-connection': {
    course: async (crm) => {
      await crm.create('k', payload, { connection: 'first' });
      await crm.create('k', payload, { connection: 'first' });
      const before = await count(crm);
      await crm.create('k', payload, { connection: 'second' });
      return [before, await count(crm)];
    },
    sound: [1, 1],
    flawed: [1, 2],
  },
  'raw-bytes-identity': {
    course: async (crm) => {
      const headers = { 'idempotency-key': 'k' };
      const post = (body: string) => crm.send('POST', '/v1/tasks', { headers, body });
      const same = await post('{"title":"t","reference":"marker-1","amount":1}');
      await post('{"title":"t","reference":"marker-1","amount":1}');
      const before = await count(crm);
      const reordered = await post('{"amount":1.0, "reference":"marker-1", "title":"\\u0074"}');
      return [statuses(same, reordered), before, await count(crm)];
    },
    sound: [[201, 201], 1, 1],
    flawed: [[201, 201], 1, 2],
  },
  'fingerprint-over-headers': {
    course: async (crm) => {
      await crm.create('k', payload, { headers: { 'user-agent': 'crm-sender/1' } });
      const same = await crm.create('k', payload, { headers: { 'user-agent': 'crm-sender/1' } });
      return statuses(same, await crm.create('k', payload, { headers: { 'user-agent': 'crm-sender/2' } }));
    },
    sound: [201, 201],
    flawed: [201, 422],
  },
  'retry-overwrites-edit': {
    course: async (crm) => {
      const { id } = await created(crm);
      await crm.update(id, 1, { title: 'Edited' });
      await crm.create('k', payload);
      return (await crm.get(`/v1/tasks/${id}`)).json.title;
    },
    sound: 'Edited',
    flawed: payload.title,
  },
  'effect-after-error': {
    course: async (crm) => {
      await crm.create('k', payload);
      const early = await count(crm);
      await crm.clock.advance(299);
      const later = await count(crm);
      await crm.clock.advance(1);
      return [early, later, await count(crm)];
    },
    sound: [1, 1, 1],
    flawed: [1, 1, 2],
  },
};

const conflicts: Record<string, Probe> = {
  'intent-ignored': {
    course: sameIntent({}),
    sound: [201, 1, payload.title],
    flawed: [201, 2, payload.title],
  },
  'intent-checked-ahead': {
    course: async (crm) => {
      const intended = { ...payload, intent: 'order 7' };
      await Promise.all([crm.create('k1', intended), crm.create('k2', intended)]);
      return count(crm);
    },
    sound: 1,
    flawed: 2,
  },
  'intent-clash-replayed': {
    course: sameIntent({ title: other.title }),
    sound: [409, 1, payload.title],
    flawed: [201, 1, payload.title],
  },
  'intent-clash-overwrites': {
    course: sameIntent({ title: other.title }),
    sound: [409, 1, payload.title],
    flawed: [201, 1, other.title],
  },
  'conflict-overwrites': {
    course: async (crm) => {
      const { id } = await created(crm);
      await crm.create('k', other);
      return [(await crm.get(`/v1/tasks/${id}`)).json.title, await count(crm)];
    },
    sound: [payload.title, 1],
    flawed: [other.title, 1],
  },
  'conflict-creates-second': { course: conflict(other), sound: [422, 1], flawed: [201, 2] },
  'conflict-replayed': { course: conflict(other), sound: [422, 1], flawed: [201, 1] },
  'conflict-answered-500': { course: conflict(other), sound: [422, 1], flawed: [500, 1] },
  'conflict-answered-503': { course: conflict(other), sound: [422, 1], flawed: [503, 1] },
  'compares-title-only': { course: conflict({ amount: 9 }), sound: [422, 1], flawed: [201, 1] },
  'compares-first-bytes': {
    course: async (crm) => {
      const long = { title: 'Call back', reference: payload.reference, description: 'x'.repeat(300) };
      await crm.create('k', long);
      const late = await crm.create('k', { ...long, description: `${'x'.repeat(299)}y` });
      const early = await crm.create('k', { ...long, description: `y${'x'.repeat(299)}` });
      return [statuses(late, early), await count(crm)];
    },
    sound: [[422, 422], 1],
    flawed: [[201, 422], 1],
  },
  'compares-top-level': {
    course: conflict({ details: { owner: { name: 'Bo' }, priority: 1 } }),
    sound: [422, 1],
    flawed: [201, 1],
  },
  'compares-loosely': {
    course: async (crm) => {
      const plain = {
        title: 'Call back',
        reference: payload.reference,
        details: { priority: 1 },
        labels: ['a', 'b'],
      };
      await crm.create('k', plain);
      const text = await crm.create('k', { ...plain, details: { priority: '1' } });
      const absent = await crm.create('k', { ...plain, note: null });
      const order = await crm.create('k', { ...plain, labels: ['b', 'a'] });
      return [statuses(text, absent, order), statuses(await crm.create('k', { ...plain, amount: 1 }))];
    },
    sound: [[422, 422, 422], [422]],
    flawed: [[201, 201, 201], [422]],
  },
  'conflict-drops-answer': {
    course: async (crm) => {
      const first = await created(crm);
      const conflicting = await crm.create('k', other);
      const again = await crm.create('k', payload);
      return [conflicting.status, again.json.id === first.id, await count(crm)];
    },
    sound: [422, true, 1],
    flawed: [422, false, 2],
  },
  'scope-without-route': {
    course: async (crm) => {
      await crm.create('k', payload);
      const headers = { 'idempotency-key': 'k' };
      const body = JSON.stringify({ text: 'Called', reference: 'note-1' });
      const note = await crm.send('POST', '/v1/notes', { headers, body });
      const notes = await crm.get('/v1/notes?reference=note-1');
      return [note.status, note.json.id.slice(0, 4), notes.json.data.length];
    },
    sound: [201, 'nte_', 1],
    flawed: [201, 'tsk_', 0],
  },
  'race-loser-overwrites': {
    course: async (crm) => {
      const raced = await Promise.all([crm.create('k', payload), crm.create('k', other)]);
      const winners = raced.filter(({ status }) => status === 201);
      const [record] = await crm.records(payload.reference);
      return [await count(crm), winners.length, winners[0]?.json.title === record.title];
    },
    sound: [1, 1, true],
    flawed: [1, 2, false],
  },
};

const retention: Record<string, Probe> = {
  'window-in-milliseconds': {
    course: async (crm) => {
      await crm.create('k', payload);
      await crm.control('clock', { advance_ms: day / 1000 });
      await crm.create('k', payload);
      return count(crm);
    },
    sound: 1,
    flawed: 2,
  },
  'expired-key-refused': {
    course: async (crm) => {
      await crm.create('k', payload);
      await crm.control('clock', { advance_ms: day });
      return [statuses(await crm.create('k', payload)), await count(crm)];
    },
    sound: [[201], 2],
    flawed: [[410], 1],
  },
  'expired-key-unguarded': {
    course: async (crm) => {
      await crm.create('k', payload);
      await crm.control('clock', { advance_ms: day });
      for (let use = 0; use < 4; use += 1) await crm.create('k', payload);
      return count(crm);
    },
    sound: 2,
    flawed: 5,
  },
  'record-goes-with-key': {
    course: async (crm) => {
      const { id } = await created(crm);
      await crm.control('clock', { advance_ms: day - 1 });
      const before = await crm.get(`/v1/tasks/${id}`);
      await crm.control('clock', { advance_ms: 1 });
      return [statuses(before, await crm.get(`/v1/tasks/${id}`)), await count(crm)];
    },
    sound: [[200, 200], 1],
    flawed: [[200, 404], 0],
  },
  'evicts-after-500': {
    course: async (crm) => {
      await crm.create('k', payload);
      for (let number = 0; number < 499; number += 1)
        await crm.create(`k${number}`, { ...other, reference: 'volume' });
      await crm.create('k', payload);
      const within = await count(crm);
      await crm.create('k-last', { ...other, reference: 'volume' });
      await crm.create('k', payload);
      return [within, await count(crm)];
    },
    sound: [1, 1],
    flawed: [1, 2],
  },
};

const keys: Record<string, Probe> = {
  'key-lower-cased': { course: twoKeys('Case-A', 'case-a'), sound: 2, flawed: 1 },
  'key-cut-at-64': { course: twoKeys(`${'x'.repeat(254)}1`, `${'x'.repeat(254)}2`), sound: 2, flawed: 1 },
  'key-cut-silently': {
    course: async (crm) => {
      const replies = [
        await crm.create(`${'x'.repeat(255)}1`, payload),
        await crm.create(`${'x'.repeat(255)}2`, payload),
      ];
      return [statuses(...replies), await count(crm)];
    },
    sound: [[400, 400], 0],
    flawed: [[201, 201], 1],
  },
  'key-punctuation-stripped': {
    course: twoKeys('harbor:create:104', 'harbor/create/104'),
    sound: 2,
    flawed: 1,
  },
  'key-parsed-as-number': {
    course: async (crm) => {
      for (const key of ['1', '01', '1.0', '1e0']) await crm.create(key, payload);
      return count(crm);
    },
    sound: 4,
    flawed: 1,
  },
  'repeated-header-joined': { course: twoKeys('k', 'k, k'), sound: 1, flawed: 2 },
  'key-spaces-collapsed': { course: twoKeys('a b', 'a  b'), sound: 2, flawed: 1 },
  'key-normalised': { course: twoKeys('Zoë'.normalize('NFC'), 'Zoë'.normalize('NFD')), sound: 2, flawed: 1 },
  'empty-key-accepted': {
    course: async (crm) => [statuses(await crm.create('', payload)), await count(crm)],
    sound: [[400], 0],
    flawed: [[201], 1],
  },
};

const quay = { token: 'quay-token' };

const scope: Record<string, Probe> = {
  'key-without-tenant': {
    course: async (crm) => {
      await crm.create('k', payload);
      await crm.create('k', payload, quay);
      const byKey = await crm.get('/v1/tasks?key=k', quay);
      return [await count(crm), await count(crm, payload.reference, quay), byKey.json.data.length];
    },
    sound: [1, 1, 1],
    flawed: [1, 0, 0],
  },
  'replay-leaks-across-tenants': {
    course: async (crm) => {
      const first = await created(crm);
      const foreign = await crm.create('k', other, quay);
      return [foreign.json.id === first.id, foreign.json.title, await count(crm, payload.reference, quay)];
    },
    sound: [false, other.title, 1],
    flawed: [true, payload.title, 1],
  },
  'lookup-without-tenant': {
    course: async (crm) => {
      await crm.create('k', payload);
      const byKey = await crm.get('/v1/tasks?key=k', quay);
      return [await count(crm, payload.reference, quay), byKey.json.data.length];
    },
    sound: [0, 0],
    flawed: [1, 1],
  },
  'scope-by-token': {
    course: async (crm) => {
      await crm.create('k', payload);
      await crm.create('k', payload, { token: 'harbor-token-renewed' });
      return count(crm);
    },
    sound: 1,
    flawed: 2,
  },
  'replay-before-authorisation': {
    course: async (crm) => {
      const first = await created(crm);
      const refused = await crm.create('k', payload, { token: 'bad-token' });
      return [refused.status, refused.json.id === first.id];
    },
    sound: [401, false],
    flawed: [201, true],
  },
  'refusal-burns-key': {
    course: async (crm) => {
      const refused = await crm.create('k', payload, { token: 'bad-token' });
      return [statuses(refused, await crm.create('k', payload)), await count(crm)];
    },
    sound: [[401, 201], 1],
    flawed: [[401, 401], 0],
  },
};

const failure: Record<string, Probe> = {
  'transient-failure-stored': {
    course: async (crm) => {
      await crm.control('fail-next', { at: 'before' });
      const answers = statuses(await crm.create('k', payload), await crm.create('k', payload));
      return [answers, await count(crm)];
    },
    sound: [[500, 201], 1],
    flawed: [[500, 500], 0],
  },
  'partial-write-kept': {
    course: async (crm) => {
      await crm.control('fail-next', { at: 'half-way' });
      await crm.create('k', payload);
      const left = await count(crm);
      await crm.create('k', payload);
      return [left, await count(crm)];
    },
    sound: [0, 1],
    flawed: [1, 2],
  },
  'throttle-without-hint': {
    course: async (crm) => {
      await crm.control('throttle-next', { retry_after_s: 2 });
      const { status, headers } = await crm.create('k', payload);
      return [status, headers.get('retry-after')];
    },
    sound: [429, '2'],
    flawed: [429, null],
  },
};

const lookup: Record<string, Probe> = {
  'lookup-finds-nothing': {
    course: async (crm) => {
      await crm.create('k', payload);
      return [(await crm.get('/v1/tasks?key=k')).json.data.length, await count(crm)];
    },
    sound: [1, 1],
    flawed: [0, 1],
  },
  'lookup-lags': {
    course: async (crm) => {
      const { id } = await created(crm);
      await crm.clock.advance(1499);
      const early = [(await crm.get('/v1/tasks?key=k')).json.data.length, await count(crm)];
      await crm.clock.advance(1);
      return [early, await count(crm), (await crm.get(`/v1/tasks/${id}`)).status];
    },
    sound: [[1, 1], 1, 200],
    flawed: [[0, 0], 1, 200],
  },
  'lookup-error-as-absent': {
    course: async (crm) => {
      await crm.create('k', payload);
      return statuses(
        await crm.get('/v1/tasks?key=k', { token: 'bad-token' }),
        await crm.get('/v1/tasks?key=k'),
      );
    },
    sound: [401, 200],
    flawed: [200, 200],
  },
  'lookup-by-prefix': {
    course: async (crm) => {
      await crm.create('case-1', { ...payload, reference: 'marker-1' });
      await crm.create('case-10', { ...payload, reference: 'marker-10' });
      return [(await crm.get('/v1/tasks?key=case-1')).json.data.length, await count(crm)];
    },
    sound: [1, 1],
    flawed: [2, 2],
  },
  'lookup-first-page-only': {
    course: async (crm) => {
      for (let number = 0; number < 30; number += 1) await crm.create(`k${number}`, payload);
      const page = await crm.get(`/v1/tasks?reference=${payload.reference}`);
      return [page.json.data.length, page.json.next === null];
    },
    sound: [20, false],
    flawed: [20, true],
  },
};

const ordering: Record<string, Probe> = {
  'last-writer-wins': {
    course: async (crm) => {
      const { id } = await created(crm);
      await crm.update(id, 1, { title: 'Second' });
      const late = await crm.update(id, 1, { title: 'Late first' });
      return [late.status, (await crm.get(`/v1/tasks/${id}`)).json.title];
    },
    sound: [412, 'Second'],
    flawed: [200, 'Late first'],
  },
  'update-counts-each-time': {
    course: async (crm) => {
      const { id } = await created(crm);
      for (let use = 0; use < 3; use += 1) await crm.update(id, 1, { title: 'Second' });
      const stale = await crm.update(id, 1, { title: 'Third' });
      return [stale.status, (await crm.get(`/v1/tasks/${id}`)).json.version];
    },
    sound: [412, 2],
    flawed: [412, 4],
  },
  'update-drops-unnamed': {
    course: async (crm) => {
      const { id } = await created(crm);
      await crm.update(id, 1, { title: 'Second' });
      const { json } = await crm.get(`/v1/tasks/${id}`);
      return [json.title, json.amount, json.reference];
    },
    sound: ['Second', payload.amount, payload.reference],
    flawed: ['Second', undefined, payload.reference],
  },
  'updates-both-accepted': {
    course: async (crm) => {
      const { id } = await created(crm);
      const raced = await Promise.all([
        crm.update(id, 1, { title: 'One' }),
        crm.update(id, 1, { note: 'Two' }),
      ]);
      return raced.filter(({ status }) => status === 200).length;
    },
    sound: 1,
    flawed: 2,
  },
  'update-creates': {
    course: async (crm) => {
      const answer = await crm.update('tsk_unknown', 1, { title: 'Second' });
      return [answer.status, (await crm.get('/v1/tasks')).json.data.length];
    },
    sound: [404, 0],
    flawed: [201, 1],
  },
};

const load: Record<string, Probe> = {
  'gives-way-under-load': {
    course: async (crm) => {
      await crm.create('k', payload);
      for (let number = 0; number < 1_499; number += 1)
        await crm.create(`k${number}`, { ...other, reference: 'volume' });
      await crm.create('k', payload);
      const busy = await count(crm);
      await crm.control('clock', { advance_ms: 10_000 });
      await crm.create('k', payload);
      return [busy, await count(crm)];
    },
    sound: [1, 1],
    flawed: [2, 2],
  },
};

/** One probe for each flaw, by its name. */
export const probes: Readonly<Record<string, Probe>> = {
  ...acceptance,
  ...replay,
  ...conflicts,
  ...retention,
  ...keys,
  ...scope,
  ...failure,
  ...lookup,
  ...ordering,
  ...load,
};
