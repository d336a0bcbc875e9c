import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealReport } from '../../../src/harness/cli/digest.js';
import { evidenceFile } from '../../../src/harness/cli/output-folder.js';
import type { Report } from '../../../src/harness/model/report.js';
import { renderers } from '../../../src/harness/report/renderers.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Found {
  readonly supported: boolean;
  readonly digest: string | null;
  readonly troubles: readonly { readonly file: string; readonly what: string }[];
  readonly notes: readonly string[];
  readonly checked: Readonly<Record<string, number>>;
}

const some = ['--only', 'acceptance', 'replay/same-record', 'lost-reply/timeout', 'lookup', 'durability'];
/** Some hundred folders are looked through, each of them whole. */
const longestMs = 300_000;
const home = mkdtempSync(join(tmpdir(), 'twiceshy-test-'));
/** Every test that changes it takes a copy. */
const original = join(home, 'report');

beforeAll(async () => {
  const ran = await say(['run', '--plane', 'msw', '--flaw', 'no-deduplication', ...some, '--out', original]);
  expect(ran.code).toBe(1);
  // What a receiver's process prints is evidence too; this one ran in no process of its own.
  seal(original, (report) => ({ ...report, evidence: [receiverOutput(original)] }));
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('twiceshy verify', () => {
  it('says of a report as it was written that its evidence supports it, and what was looked at', async () => {
    const { supported, checked, notes, digest } = await verified(original);
    const { entries } = reportIn(original);
    expect({ supported, notes }).toEqual({ supported: true, notes: [] });
    const histories = entries.flatMap(({ history }) => history ?? []);
    expect(checked).toEqual({
      histories: histories.length,
      events: histories.reduce((sum, { events }) => sum + events, 0),
      verdicts: entries.length,
      renderings: 4,
      evidence: 1,
    });
    expect(entries.some(({ verdict }) => verdict === 'not-exercised')).toBe(true);
    const said = await say(['verify', join(original, 'report.json')]);
    expect(said.out).toContain('The report is what its evidence supports');
    expect(said.out).toContain(digest);
  });

  it(
    'names the file of which one byte was changed, whichever it is and wherever the byte',
    async () => {
      for (const file of filesOf(original)) {
        const folder = copied();
        const whole = readFileSync(join(folder, file));
        for (const place of placesIn(whole)) {
          const changed = Buffer.from(whole);
          changed[place] = (changed[place] ?? 0) ^ 1;
          writeFileSync(join(folder, file), changed);
          const said = await say(['verify', folder, '--json']);
          const { troubles } = JSON.parse(said.out) as Found;
          expect(said.code, `${file}, byte ${place}`).toBe(1);
          expect([...new Set(troubles.map((each) => each.file))], `byte ${place}`).toEqual([file]);
        }
      }
    },
    longestMs,
  );

  it('names a file that is missing', async () => {
    for (const file of filesOf(original)) {
      const folder = copied();
      rmSync(join(folder, file));
      expect(await troublesOf(folder)).toEqual([file]);
    }
  });

  it('names a history or a piece of evidence that the report does not', async () => {
    for (const [from, to] of [
      ['histories/replay.same-record.ndjson', 'histories/replay.many-uses.ndjson'],
      ['evidence/receiver-output.txt', 'evidence/other.txt'],
    ] as const) {
      const folder = copied();
      cpSync(join(folder, from), join(folder, to));
      expect(await troublesOf(folder)).toEqual([to]);
    }
  });

  it('names what is a folder where a file belongs, and what is no part of the report', async () => {
    const folder = copied();
    for (const file of ['evidence/receiver-output.txt', 'histories/replay.same-record.ndjson']) {
      rmSync(join(folder, file));
      mkdirSync(join(folder, file));
    }
    writeFileSync(join(folder, 'comment.txt'), 'our own');
    expect(await troublesOf(folder)).toEqual([
      'histories/replay.same-record.ndjson',
      'evidence/receiver-output.txt',
    ]);
    expect((await verified(folder)).notes.join()).toContain('not looked at: comment.txt');
  });

  it('finds out two histories that have changed places, and one of another run', async () => {
    const [one, two] = ['acceptance.creates-and-names-record', 'replay.same-record'].map(
      (name) => `histories/${name}.ndjson`,
    ) as [string, string];
    const swapped = copied();
    renameSync(join(swapped, one), join(swapped, 'aside'));
    renameSync(join(swapped, two), join(swapped, one));
    renameSync(join(swapped, 'aside'), join(swapped, two));
    expect(await troublesOf(swapped)).toEqual([one, two]);

    const other = join(temporaryFolder(), 'report');
    await say(['run', '--plane', 'msw', '--only', 'replay/same-record', '--seed', '2', '--out', other]);
    const folder = copied();
    cpSync(join(other, two), join(folder, two));
    expect(await troublesOf(folder)).toEqual([two]);
  });

  it.each<[string, (report: Report) => Partial<Report>, RegExp]>([
    [
      'a failure told as a pass',
      (report) => ({ entries: passed(report) }),
      /entries\[replay\/same-record\]\.verdict/,
    ],
    ['a better grade', ({ grade }) => ({ grade: { ...grade, reached: 'retry-safe' } }), /^grade\.reached/],
    [
      'a kinder policy',
      ({ grade }) => ({ grade: { ...grade, policy: { ...grade.policy, retry: 'same-key' } } }),
      /^grade\.policy\.retry/,
    ],
    ['another end', () => ({ conclusion: { exit: 0, sentence: 'conforms' } }), /^conclusion\.exit/],
    [
      'another contract line',
      ({ contract }) => ({ contract: contract.map((line) => ({ ...line, agrees: 'agrees' as const })) }),
      /^contract\[.+\]\.agrees/,
    ],
    [
      'a finding left out',
      ({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, findings: [] })) }),
      /\.findings/,
    ],
    [
      'a failure called not exercised',
      (report) => ({ entries: hidden(report) }),
      /replay\/same-record could be tried .+ and has no history/,
    ],
  ])('is not taken in by %s, though every digest was made anew', async (_, change, what) => {
    const folder = copied();
    const told = seal(folder, (report) => ({ ...report, ...change(report) }));
    for (const { id, history } of told.entries) {
      if (history === null)
        rmSync(join(folder, `histories/${id.replaceAll('/', '.')}.ndjson`), { force: true });
    }
    const { supported, troubles } = await verified(folder);
    expect(supported).toBe(false);
    expect(new Set(troubles.map(({ file }) => file))).toEqual(new Set(['report.json']));
    expect(troubles.map((trouble) => trouble.what)).toContainEqual(expect.stringMatching(what));
  });

  it('holds a folder to the digest that was kept elsewhere', async () => {
    const { digest } = reportIn(original);
    expect((await say(['verify', original, '--head', digest])).code).toBe(0);
    const folder = copied();
    const made = seal(folder, (report) => ({ ...report, limits: ['another'] }));
    expect((await say(['verify', folder])).code).toBe(0);
    const said = await say(['verify', folder, '--head', digest]);
    expect(said.code).toBe(1);
    expect(said.out).toContain(`report.json: its digest is ${made.digest}, and not the ${digest}`);
  });

  it('names another version of the kit, and does not take its other formats for changed', async () => {
    const { code, out } = await say(['verify', original], { version: '9.9.9' });
    expect(code).toBe(0);
    expect(out).toContain('made by version 0.0.0-test and this is 9.9.9');
  });

  it('is about folders of reports alone', async () => {
    for (const words of [
      ['verify', temporaryFolder()],
      ['verify', 'nowhere'],
      ['verify', original, '--head', 'x'],
    ]) {
      expect((await say(words)).code).toBe(64);
    }
  });
});

describe('twiceshy verify, of other reports', () => {
  it('makes the verdicts of a campaign again, and says what it cannot where nothing was found', async () => {
    const found = join(temporaryFolder(), 'report');
    const words = ['campaign', '--runs', '60', '--findings', '1', '--effort', 'quick'];
    expect((await say([...words, '--flaw', 'no-deduplication', '--out', found])).code).toBe(1);
    expect(await verified(found)).toMatchObject({ supported: true, checked: { histories: 1, verdicts: 1 } });
    const [history = ''] = filesOf(found).filter((file) => file.startsWith('histories'));
    const whole = readFileSync(join(found, history), 'utf8');
    writeFileSync(join(found, history), whole.replace('"seq":3', '"seq":4'));
    expect(await troublesOf(found)).toEqual([history]);

    const sound = join(temporaryFolder(), 'report');
    expect((await say(['campaign', '--runs', '3', '--effort', 'quick', '--out', sound])).code).toBe(0);
    const { supported, notes } = await verified(sound);
    expect(supported).toBe(true);
    expect(notes.join()).toContain('rests on the word of the report alone');
  });

  it('makes the verdicts of kept sequences again', async () => {
    const kept = join(temporaryFolder(), 'kept.json');
    await say([
      'campaign',
      '--runs',
      '60',
      '--findings',
      '1',
      '--flaw',
      'no-deduplication',
      '--keep',
      kept,
      '--out',
      join(temporaryFolder(), 'a'),
    ]);
    const folder = join(temporaryFolder(), 'report');
    const run = ['run', '--plane', 'msw', '--only', 'acceptance', '--flaw', 'no-deduplication'];
    expect((await say([...run, '--sequences', kept, '--out', folder])).code).toBe(1);
    expect(await verified(folder)).toMatchObject({ supported: true, notes: [], checked: { evidence: 1 } });
    writeFileSync(join(folder, 'evidence/sequences.json'), readFileSync(kept, 'utf8').trimEnd());
    expect(await troublesOf(folder)).toEqual(['evidence/sequences.json']);
  });

  it(
    'makes a whole run again, of the sound receiver and of a flawed one',
    async () => {
      for (const flaw of [[], ['--flaw', 'key-cut-at-64']]) {
        const folder = join(temporaryFolder(), 'report');
        await say(['run', '--plane', 'msw', ...flaw, '--out', folder]);
        expect(await verified(folder)).toMatchObject({ supported: true, troubles: [] });
      }
    },
    longestMs,
  );
});

async function verified(folder: string): Promise<Found> {
  return JSON.parse((await say(['verify', folder, '--json'])).out) as Found;
}

/** The files with troubles, each once, in order. */
async function troublesOf(folder: string): Promise<readonly string[]> {
  return [...new Set((await verified(folder)).troubles.map(({ file }) => file))];
}

function copied(): string {
  const folder = join(temporaryFolder(), 'copy');
  cpSync(original, folder, { recursive: true });
  return folder;
}

function filesOf(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile()).toSorted();
}

/** First and last, and some between, so that every kind of place comes up. */
function placesIn(bytes: Buffer): readonly number[] {
  const count = Math.min(bytes.length, 9);
  return Array.from({ length: count }, (_, index) =>
    Math.floor((index * (bytes.length - 1)) / Math.max(1, count - 1)),
  );
}

function reportIn(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
}

/** Writes a report anew in every format with a digest that fits it, as somebody would who has the kit at hand. */
function seal(folder: string, change: (report: Report) => Report): Report {
  const { digest: _, ...rest } = change(reportIn(folder));
  const sealed = sealReport(rest);
  for (const renderer of Object.values(renderers))
    writeFileSync(join(folder, renderer.file), renderer.render(sealed));
  return sealed;
}

function receiverOutput(folder: string): Report['evidence'][number] {
  const name = 'receiver-output.txt';
  const bytes = Buffer.from('listening\n', 'utf8');
  mkdirSync(join(folder, 'evidence'), { recursive: true });
  writeFileSync(join(folder, 'evidence', name), bytes);
  return evidenceFile(name, bytes);
}

function passed({ entries }: Report): Report['entries'] {
  return entries.map((entry) =>
    entry.verdict === 'fail' ? { ...entry, verdict: 'pass' as const, findings: [] } : entry,
  );
}

function hidden({ entries }: Report): Report['entries'] {
  return entries.map((entry) =>
    entry.id === 'replay/same-record'
      ? { ...entry, verdict: 'not-exercised' as const, findings: [], history: null }
      : entry,
  );
}
