import { describe, expect, it } from 'vitest';
import { added, soundReceiver, tried, type SmallReceiver, type Told } from './support.js';

/** The sound receiver with parts of it replaced. */
function lying(change: (sound: SmallReceiver) => Partial<SmallReceiver>): () => SmallReceiver {
  return () => {
    const sound = soundReceiver();
    return { ...sound, ...change(sound) };
  };
}

function always(told: Told): () => SmallReceiver {
  return lying(() => ({ create: () => told }));
}

const grounds = ['--only', 'acceptance', '--only', 'replay', '--only', 'lost-reply'];

describe('a small sound receiver', () => {
  it('conforms, retry-safe, with nothing failed and nothing undecided', async () => {
    const { code, report, failed } = await tried(soundReceiver);
    expect(failed).toEqual([]);
    expect(report.entries.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
    expect(report.grade.reached).toBe('retry-safe');
    expect(code).toBe(0);
  });

  it('is not failed for a rate limit: the wait is kept, and the same is asked again', async () => {
    let count = 0;
    const limited = lying((sound) => ({
      create: (asked) => {
        count += 1;
        return count % 4 === 0 ? { status: 429, headers: { 'retry-after': '2' } } : sound.create(asked);
      },
    }));
    expect((await tried(limited)).failed).toEqual([]);
  });
});

describe('a receiver of which nothing can be said is neither passed nor failed', () => {
  it.each([
    { what: 'throttles every create', receiver: always({ status: 429, headers: { 'retry-after': '1' } }) },
    { what: 'never answers a create', receiver: always('never') },
  ])('$what', async ({ receiver }) => {
    const { code, report, failed, verdict } = await tried(receiver, { words: grounds });
    expect(failed).toEqual([]);
    expect(verdict('acceptance/creates-and-names-record')).toBe('inconclusive');
    expect(report.grade.reached).toBeNull();
    expect(code).toBe(2);
  });
});

describe('a receiver that does not create fails the ground, and nothing behind it passes', () => {
  const html = { 'content-type': 'text/html' };
  it.each([
    { what: 'always answers 500', receiver: always({ status: 500 }) },
    {
      what: 'answers a login page with 200',
      receiver: always({ status: 200, body: '<html></html>', headers: html }),
    },
    {
      what: 'answers a login page with 201',
      receiver: always({ status: 201, body: '<html></html>', headers: html }),
    },
    { what: 'answers 201 with no body', receiver: always({ status: 201 }) },
    {
      what: 'names ids and stores nothing',
      receiver: lying(() => ({ create: ({ key }) => ({ status: 201, body: { id: `echo-${key}` } }) })),
    },
    {
      what: 'shows an empty list always',
      receiver: lying(() => ({ list: () => ({ status: 200, body: { data: [] } }) })),
    },
  ])('$what', async ({ receiver }) => {
    const { code, passed, verdict } = await tried(receiver, { words: grounds });
    expect(verdict('acceptance/creates-and-names-record')).toBe('fail');
    expect(passed).toEqual([]);
    expect(code).toBe(1);
  });

  it('whatever its recognisers take for created', async () => {
    const outcomes = "outcomes: [{ is: created, when: { status: ['2xx', '4xx', '5xx'] } }]";
    const { code, passed } = await tried(always({ status: 500, body: { id: 'x-1' } }), {
      adapter: { outcomes },
      words: grounds,
    });
    expect(passed).toEqual([]);
    expect(code).toBe(1);
  });
});

describe('a receiver that is right for a while', () => {
  it('fails when the third use of a key makes another record, and look-ups are what is left', async () => {
    const uses = new Map<string, number>();
    const thirdUse = lying((sound) => ({
      create: (asked) => {
        const use = (uses.get(asked.key) ?? 0) + 1;
        uses.set(asked.key, use);
        if (use !== 3 || asked.body === null) return sound.create(asked);
        return { status: 201, body: { id: added(sound.rows, asked.key, asked.body).id } };
      },
    }));
    const { code, report, verdict } = await tried(thirdUse);
    expect(verdict('replay/same-record')).toBe('fail');
    expect(report.grade.reached).toBe('reconcile-first');
    expect(report.grade.policy.retry).toBe('lookup-first');
    expect(code).toBe(1);
  });

  it('fails when records are told apart by their content and not by their key', async () => {
    const byMarker = lying((sound) => ({
      create: (asked) => sound.create({ ...asked, key: String(asked.body?.['title']) }),
    }));
    const { code, verdict, report } = await tried(byMarker, { words: grounds });
    expect(verdict('acceptance/distinct-keys-stay-distinct')).toBe('fail');
    expect(report.grade.reached).toBe('unsafe');
    expect(code).toBe(1);
  });

  it('is duplicate-safe, and not retry-safe, when retries do not name the record', async () => {
    const { report, verdict, code } = await tried(nameless, { words: grounds });
    expect(verdict('replay/same-record')).toBe('fail');
    expect(report.grade.reached).toBe('duplicate-safe');
    expect(code).toBe(1);
  });

  it('is not duplicate-safe when behind nameless retries another connection makes a second record', async () => {
    const perAgent = lying((sound) => ({
      create: async (asked) => {
        const told = await sound.create({ ...asked, key: `${asked.agent} ${asked.key}`.slice(0, 200) });
        return namelessIf(
          told,
          sound.rows.some(({ key }) => key === asked.key),
        );
      },
    }));
    const { report } = await tried(perAgent);
    expect(report.entries.find(({ id }) => id === 'replay/any-connection')?.effect).toBe('broken');
    expect(report.grade.reached).not.toBe('duplicate-safe');
    expect(report.grade.reached).not.toBe('retry-safe');
  });
});

const nameless = lying((sound) => ({
  create: async (asked) => {
    const known = sound.rows.some(({ key }) => key === asked.key);
    return namelessIf(await sound.create(asked), known);
  },
}));

function namelessIf(told: Told, known: boolean): Told {
  return known && told !== 'never' && told.status === 201 ? { status: 201, body: {} } : told;
}
