import { describe, expect, it } from 'vitest';
import { added, soundReceiver, tried, type sections, type SmallReceiver } from './support.js';

const words = [
  '--only',
  'acceptance',
  '--only',
  'replay',
  '--only',
  'lost-reply',
  '--only',
  'lookup',
  '--only',
  'reconcile',
];

type Changes = Partial<typeof sections>;

/** A file for records that are told apart by their title, which is the marker: no key of its own. */
function natural(mode: string, changes: Changes): Changes {
  const body = "{ title: '{{marker}}', amount: 1, external: '{{key}}' }";
  return {
    create: `create: { mode: ${mode}, path: /tasks, body: ${body}, vary: { pointer: /amount, value: 2 } }`,
    key: 'key: { in: body, pointer: /external }',
    ...changes,
  };
}

/** Everything that a create does where the key stands in the body. */
function keyed(create: (sound: SmallReceiver) => SmallReceiver['create']): () => SmallReceiver {
  return () => {
    const sound = soundReceiver();
    const own = create(sound);
    return {
      ...sound,
      create: (asked) => {
        if (typeof asked.body?.['title'] !== 'string') return { status: 400 };
        const external = asked.body['external'];
        return own({ ...asked, key: typeof external === 'string' ? external : '' });
      },
    };
  };
}

const creating = keyed(({ rows }) => ({ key, body }) => ({
  status: 201,
  body: { id: added(rows, key, body ?? {}).id },
}));

describe('an upsert', () => {
  const outcomes =
    'outcomes: [{ is: created, when: { status: 201 } }, { is: updated, when: { status: 200 } }, { is: rejected, when: { status: 4xx } }]';
  const claims = 'claims: { replay: same_id, mismatch: update }';
  const adapter = natural('upsert', { outcomes, claims });
  const upserting = keyed(({ rows }) => ({ key, body }) => {
    const known = rows.find((row) => row.key === key);
    if (known === undefined) return { status: 201, body: { id: added(rows, key, body ?? {}).id } };
    Object.assign(known.fields, body);
    return { status: 200, body: { id: known.id } };
  });

  it('that updates in place is duplicate-safe, at best and at worst', async () => {
    const { code, report, failed } = await tried(upserting, { adapter, words });
    expect(failed).toEqual([]);
    expect(report.grade.reached).toBe('duplicate-safe');
    expect(code).toBe(0);
  });

  it('that makes a second record fails', async () => {
    const { code, report, verdict } = await tried(creating, { adapter, words });
    expect(verdict('replay/same-record')).toBe('fail');
    expect(report.grade.reached).toBe('reconcile-first');
    expect(report.grade.proof?.verdict).toBe('proven');
    expect(code).toBe(1);
  });
});

describe('an endpoint that only inserts', () => {
  const outcomes =
    'outcomes: [{ is: created, when: { status: 201 } }, { is: exists, when: { status: 409 } }, { is: rejected, when: { status: 400 } }]';
  const claims = 'claims: { replay: error_only, mismatch: reject }';
  const adapter = natural('insert_only', { outcomes, claims });

  it('and refuses what is there is duplicate-safe where a look-up tells the id', async () => {
    const unique = keyed(
      ({ rows }) =>
        ({ key, body }) =>
          rows.some((row) => row.key === key)
            ? { status: 409, body: { error: 'exists' } }
            : { status: 201, body: { id: added(rows, key, body ?? {}).id } },
    );
    const { code, report, failed } = await tried(unique, { adapter, words });
    expect(failed).toEqual([]);
    expect(report.grade.reached).toBe('duplicate-safe');
    expect(code).toBe(0);
  });

  it('and refuses with "exists" what it has inserted once more fails by its effect', async () => {
    const twice = keyed(({ rows }) => ({ key, body }) => {
      const known = rows.some((row) => row.key === key);
      const { id } = added(rows, key, body ?? {});
      return known ? { status: 409, body: { error: 'exists' } } : { status: 201, body: { id } };
    });
    const { code, report } = await tried(twice, { adapter, words });
    expect(report.entries.find(({ id }) => id === 'replay/same-record')?.effect).toBe('broken');
    expect(code).toBe(1);
  });
});

describe('an endpoint without protection', () => {
  const unguarded = (changes: Changes = {}): Changes => ({
    create: "create: { mode: unguarded, path: /tasks, body: { title: '{{marker}}', amount: 1 } }",
    key: 'key: { in: none }',
    claims: '',
    lookup: "lookup: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id }",
    ...changes,
  });

  it('is reconcile-first where look-ups tell the truth, and duplicates are no failure of it', async () => {
    const { code, report, failed } = await tried(creating, { adapter: unguarded(), words });
    const must = report.entries.filter(({ level }) => level === 'MUST');
    expect(must.filter(({ id }) => failed.includes(id)).map(({ id }) => id)).toEqual([]);
    expect(report.grade.reached).toBe('reconcile-first');
    expect(report.grade.policy.retry).toBe('lookup-first');
    expect(report.grade.proof).toMatchObject({ verdict: 'proven', against: [] });
    expect(code).toBe(0);
  });

  it('is no better than unsafe without a look-up, which is no conformity', async () => {
    const { code, report } = await tried(creating, { adapter: unguarded({ lookup: '' }), words });
    expect(report.grade.reached).toBe('unsafe');
    expect(report.grade.policy.retry).toBe('never');
    expect(code).toBe(2);
  });

  it('fails where a look-up always says absent', async () => {
    const blind = (): SmallReceiver => {
      const open = creating();
      return {
        ...open,
        list: (asked) => (asked.query.has('find') ? { status: 200, body: { data: [] } } : open.list(asked)),
      };
    };
    const lookup = "lookup: { path: /tasks, query: { find: '{{marker}}' }, items: /data, item_id: /id }";
    const { code, report, verdict } = await tried(blind, { adapter: unguarded({ lookup }), words });
    expect(verdict('lookup/finds-action')).toBe('fail');
    expect(verdict('reconcile/lost-replies')).toBe('fail');
    expect(report.grade.proof?.verdict).toBe('refuted');
    expect(report.grade.reached).toBe('unsafe');
    expect(code).toBe(1);
  });
});
