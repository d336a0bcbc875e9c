import { describe, expect, it } from 'vitest';
import { listed, soundReceiver, tried, type SmallReceiver, type Told } from './support.js';

const paged =
  "observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id, next: { json: /next, param: page } }";
const few = ['--only', 'acceptance', '--only', 'replay/same-record', '--only', 'lost-reply/timeout'];

function listing(list: (sound: SmallReceiver) => SmallReceiver['list']): () => SmallReceiver {
  return () => {
    const sound = soundReceiver();
    return { ...sound, list: list(sound) };
  };
}

describe('a list that is no count gives no verdict', () => {
  it('where one record is shown twice, which is no second record', async () => {
    const doubled = listing((sound) => ({ query }) => {
      const rows = listed(sound.rows, query);
      return { status: 200, body: { data: [...rows, ...rows] } };
    });
    const { code, verdict, failed, report } = await tried(doubled, { words: few });
    expect(failed).toEqual([]);
    expect(verdict('replay/same-record')).toBe('inconclusive');
    expect(report.entries.find(({ id }) => id === 'replay/same-record')?.why).toContain('listed twice');
    expect(code).toBe(2);
  });

  it.each([
    { what: 'a page names itself as the next', next: () => 'same' },
    { what: 'the next page never ends', next: (page: string) => `${page}x` },
  ])('where $what', async ({ next }) => {
    const endless = listing((sound) => ({ query }) => {
      const page = query.get('page');
      const data = page === null ? listed(sound.rows, query) : [];
      return { status: 200, body: { data, next: next(page ?? '') } };
    });
    const { code, failed, verdict, report } = await tried(endless, {
      adapter: { observe: paged },
      words: few,
    });
    expect(failed).toEqual([]);
    expect(verdict('replay/same-record')).toBe('inconclusive');
    expect(report.grade.reached).toBeNull();
    expect(code).toBe(2);
  });
});

describe('what the adapter file leaves out', () => {
  it('is no conformity where there is no count at all, although the sender keeps its own promises', async () => {
    const { code, report, failed } = await tried(soundReceiver, { adapter: { observe: 'observe: none' } });
    expect(failed).toEqual([]);
    expect(report.entries.some(({ id, verdict }) => id.startsWith('sender/') && verdict === 'pass')).toBe(
      true,
    );
    expect(report.grade.reached).toBeNull();
    expect(report.conclusion.sentence).toContain('no grade was shown');
    expect(code).toBe(2);
  });

  it.each([
    { what: 'nothing is kept', fields: '' },
    { what: 'what is kept does not show the varied member', fields: 'fields: { kept: [/title] }' },
  ])('leaves open which content stands where $what', async ({ fields }) => {
    const overwriting = (): SmallReceiver => {
      const sound = soundReceiver();
      return {
        ...sound,
        create: (asked) => {
          const known = sound.rows.find(({ key }) => key === asked.key);
          const told = sound.create(asked);
          if (known !== undefined && asked.body !== null) Object.assign(known.fields, asked.body);
          return told;
        },
      };
    };
    const words = ['--only', 'conflict', '--only', 'acceptance', '--only', 'replay'];
    const { verdict } = await tried(overwriting, { adapter: { fields }, words });
    expect(verdict('conflict/no-second-effect')).toBe('not-exercised');
    expect(verdict('conflict/raced')).toBe('not-exercised');
    expect((await tried(overwriting, { words })).verdict('conflict/no-second-effect')).toBe('fail');
  });

  it('says of a requirement that was tried in part that it was', async () => {
    const words = ['--only', 'conflict/deep-difference', '--strict'];
    const { code, report } = await tried(soundReceiver, { words });
    const [entry] = report.entries;
    expect(entry?.verdict).toBe('pass');
    expect(entry?.leftOut.length).toBeGreaterThan(0);
    expect(code).toBe(2);
    const loose = await tried(soundReceiver, { words: words.slice(0, 2) });
    expect(loose.report.conclusion.sentence).toContain('tried in part');
  });
});

describe('a budget of creates', () => {
  it.each([1, 3, 40])('of %i leaves open what it does not reach, and grades nothing', async (creates) => {
    const limits = `limits: { creates: ${creates}, rps: 1000, timeout: 2s }`;
    const { code, report, failed, kitErrors } = await tried(soundReceiver, { adapter: { limits } });
    expect(failed).toEqual([]);
    expect(kitErrors).toEqual([]);
    expect(report.grade.reached).toBeNull();
    expect(code).toBe(2);
  });
});

describe('a look-up', () => {
  it('that always finds something fails, whatever retries do', async () => {
    const generous = listing((sound) => ({ query }) => {
      const data = query.has('key') ? [{ id: 'task-1000' }] : listed(sound.rows, query);
      return { status: 200, body: { data } };
    });
    const { code, verdict } = await tried(generous, { words: ['--only', 'lookup'] });
    expect(verdict('lookup/absent-is-definite')).toBe('fail');
    expect(code).toBe(1);
  });

  it('with ids that are numbers, or that change with every read, is read as it stands', async () => {
    const numbers = (): SmallReceiver => numbered(() => 0);
    let reads = 0;
    const changing = (): SmallReceiver => numbered(() => (reads += 1));
    expect((await tried(numbers, { words: few })).code).toBe(0);
    const { code, verdict } = await tried(changing, { words: few });
    expect(verdict('acceptance/creates-and-names-record')).toBe('fail');
    expect(code).toBe(1);
  });
});

/** The sound receiver with ids that are numbers, moved by what `shift` says at each read. */
function numbered(shift: () => number): SmallReceiver {
  const sound = soundReceiver();
  const asNumber = (id: unknown): number => Number(String(id).slice('task-'.length));
  return {
    ...sound,
    create: async (asked) => {
      const told = await sound.create(asked);
      if (told === 'never' || told.status !== 201) return told;
      return renumbered(told, asNumber);
    },
    list: ({ query }) => {
      const data = listed(sound.rows, query).map((row) => ({
        ...row,
        id: asNumber(row['id']) + shift() * 10_000,
      }));
      return { status: 200, body: { data } };
    },
    fetch: async (asked) => {
      const told = await sound.fetch({ ...asked, path: asked.path.replace(/(\d+)$/, 'task-$1') });
      return told === 'never' || told.status !== 200 ? told : renumbered(told, asNumber);
    },
  };
}

function renumbered(told: Exclude<Told, 'never'>, asNumber: (id: unknown) => number): Told {
  const body = told.body as { readonly id: string };
  return { ...told, body: { ...body, id: asNumber(body.id) } };
}
