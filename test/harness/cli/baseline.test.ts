import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KnownFailure, Report } from '../../../src/harness/model/report.js';
import { renderers } from '../../../src/harness/report/renderers.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { say, type Said } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { elementsNamed, parseXml } from '../../support/xml.js';

/** What fails with the flaw among what is run here. */
const failing = 'conflict/clear-answer';
const holding = 'acceptance/creates-and-names-record';

const today = Date.UTC(2026, 5, 15, 12);

function known(id: string, parts: Partial<KnownFailure> = {}): KnownFailure {
  return {
    id,
    reason: 'mended in release 14',
    owner: 'integration@example.test',
    expires: '2026-06-30',
    ...parts,
  };
}

interface Ran extends Said {
  readonly report: Report;
  readonly folder: string;
}

/** A run against a baseline, on a day of its own. */
async function ranWith(lines: readonly KnownFailure[], words: readonly string[]): Promise<Ran> {
  const home = temporaryFolder();
  const [file, folder] = [join(home, 'known.json'), join(home, 'report')];
  writeFileSync(file, JSON.stringify({ format: 1, known: lines }));
  const clock = { ...systemClock, now: () => today };
  const said = await say(['run', '--plane', 'msw', ...words, '--baseline', file, '--out', folder], { clock });
  return { ...said, folder, report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report };
}

const flawed = ['--flaw', 'conflict-answered-500', '--only', holding, failing];

describe('twiceshy run --baseline', () => {
  it('does not fail by a failure that is listed, and says plainly that it is one', async () => {
    const { code, out, report, folder } = await ranWith([known(failing)], flawed);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('1 known failure') as string });
    expect(out).not.toMatch(/^✓/);
    expect(report.entries.find(({ id }) => id === failing)?.verdict).toBe('fail');
    expect(report.baseline).toMatchObject({ lines: [{ id: failing, state: 'known' }], unlisted: [] });
    const [testcase] = elementsNamed(parseXml(renderers.junit.render(report)), 'skipped');
    expect(testcase?.attributes['message']).toContain('mended in release 14');
    expect(elementsNamed(parseXml(renderers.junit.render(report)), 'failure')).toEqual([]);
    expect((await say(['verify', folder])).code).toBe(0);
  });

  it.each<[string, readonly KnownFailure[], readonly string[], string]>([
    ['a failure that is not listed', [], flawed, 'that it does not list (conflict/clear-answer)'],
    [
      'a line whose day is over',
      [known(failing, { expires: '2026-06-14' })],
      flawed,
      'was excused until 2026-06-14',
    ],
    ['a line for what holds by now', [known(failing), known(holding)], flawed, `it still lists ${holding}`],
    [
      'a line for what holds, its day over',
      [known(holding, { expires: '2026-01-01' })],
      ['--only', holding],
      'stale',
    ],
  ])('ends with 3 for %s', async (_, lines, words, sentence) => {
    const { code, out } = await ranWith(lines, words);
    expect(code).toBe(3);
    expect(out).toContain(sentence);
  });

  it('excuses a failure through the whole of its last day', async () => {
    expect((await ranWith([known(failing, { expires: '2026-06-15' })], flawed)).code).toBe(0);
  });

  it('leaves a line alone of which this run says nothing', async () => {
    const { code, report } = await ranWith(
      [known('durability/replay-after-kill', { expires: '2026-01-01' })],
      ['--only', holding],
    );
    expect(code).toBe(0);
    expect(report.baseline?.lines[0]?.state).toBe('not seen');
  });

  it('prints lines to paste for what is not listed, which are then read', async () => {
    const { err } = await ranWith([], flawed);
    const line = JSON.parse(/^\{.+\}$/m.exec(err)?.[0] ?? '') as KnownFailure;
    expect(line).toMatchObject({ id: failing, owner: '', expires: '' });
    expect((await ranWith([{ ...line, owner: 'somebody', expires: '2027-01-31' }], flawed)).code).toBe(0);
  });

  it('does not excuse a grade that was missed', async () => {
    const words = [
      '--flaw',
      'no-deduplication',
      '--only',
      'acceptance',
      'replay/same-record',
      'lookup/finds-action',
    ];
    const { report } = await ranWith([], words);
    const all = report.baseline?.unlisted.map((id) => known(id)) ?? [];
    expect(all.length).toBeGreaterThan(0);
    expect((await ranWith(all, words)).code).toBe(0);
    expect((await ranWith(all, [...words, '--require', 'retry-safe'])).code).toBe(1);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'a requirement that there is not',
      { format: 1, known: [known('replay/nothing')] },
      /requirement replay\/nothing/,
    ],
    [
      'a line without an owner',
      { format: 1, known: [known(failing, { owner: ' ' })] },
      /known\[0\] has no owner/,
    ],
    [
      'a line without a reason',
      { format: 1, known: [known(failing, { reason: '' })] },
      /known\[0\] has no reason/,
    ],
    [
      'a line without an end',
      { format: 1, known: [{ ...known(failing), expires: undefined }] },
      /no expires/,
    ],
    ['a day that there is not', { format: 1, known: [known(failing, { expires: '2026-02-30' })] }, /no day/],
    ['a requirement twice', { format: 1, known: [known(failing), known(failing)] }, /a second time/],
    ['a member that means nothing', { format: 1, known: [{ ...known(failing), until: 'x' }] }, /"until"/],
    ['another form', [known(failing)], /no JSON object/],
    ['another format', { format: 2, known: [] }, /"format": 1/],
  ])('refuses %s, and says what is wrong, what is expected and what to do', async (_, value, what) => {
    const file = join(temporaryFolder(), 'known.json');
    writeFileSync(file, JSON.stringify(value));
    const said = await say(['run', '--plane', 'msw', '--only', holding, '--baseline', file]);
    expect(said.code).toBe(64);
    expect(said.err).toMatch(what);
    expect(said.err).toMatch(/expected: .+\n {2}to do: {4}.+/);
  });
});
