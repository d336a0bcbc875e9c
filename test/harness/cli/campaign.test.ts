import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/harness/model/report.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

function readReport(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
}

const flawed = ['campaign', '--flaw', 'retry-overwrites-edit', '--findings', '1'];

describe('twiceshy campaign', () => {
  it('ends with 0 over the sound receiver, and says how many sequences that rests on', async () => {
    const folder = join(temporaryFolder(), 'report');
    const said = await say(['campaign', '--runs', '40', '--out', folder]);
    expect(said.code, said.out).toBe(0);
    const report = readReport(folder);
    expect(report.limits[0]).toBe('40 sequences played, ended by runs');
    expect(report.entries).toMatchObject([{ id: 'campaign/sequences', verdict: 'pass', cases: 40 }]);
    expect(report.exchanges).toBeGreaterThan(100);
  }, 30_000);

  it('tells a finding like any other: moves in words, timeline, curl lines, history, and the command that repeats it', async () => {
    const folder = join(temporaryFolder(), 'report');
    const said = await say([...flawed, '--out', folder]);
    expect(said.code).toBe(1);
    const [entry] = readReport(folder).entries;
    expect(entry).toMatchObject({ id: 'campaign/found-1', verdict: 'fail' });
    expect(entry?.title).toMatch(/action a is told.*; then action a is changed.*; then action a is told/);
    const [finding] = entry?.findings ?? [];
    expect(finding?.timeline.length).toBeGreaterThan(2);
    expect(finding?.curl.join('\n')).toContain('curl');
    expect(existsSync(join(folder, entry?.history?.file ?? 'none'))).toBe(true);
    expect(said.err).toContain('looking for the smallest sequence');

    const words = (entry?.replay ?? '').split(' ').slice(2);
    const again = join(temporaryFolder(), 'again');
    expect((await say([...words, '--out', again])).code).toBe(1);
    const repeated = readReport(again);
    expect(repeated.limits[0]).toContain('1 sequence played');
    expect(repeated.entries[0]?.title).toBe(entry?.title);
  }, 60_000);

  it('writes a history that judge verifies', async () => {
    const folder = join(temporaryFolder(), 'report');
    await say([...flawed, '--out', folder]);
    const file = join(folder, readReport(folder).entries[0]?.history?.file ?? '');
    const said = await say(['judge', file]);
    expect(said.err).toBe('');
    expect(said.code).toBe(1);
  }, 60_000);

  it('keeps what it found, each once, for run to play: it fails with the flaw and passes without', async () => {
    const place = temporaryFolder();
    const kept = join(place, 'kept.json');
    for (const folder of ['one', 'two']) {
      await say([...flawed, '--keep', kept, '--out', join(place, folder)]);
    }
    const file = JSON.parse(readFileSync(kept, 'utf8')) as { sequences: { name: string }[] };
    expect(file.sequences).toHaveLength(1);
    const run = ['run', '--plane', 'msw', '--only', 'acceptance', '--sequences', kept, '--out'];
    const sound = await say([...run, join(place, 'sound')]);
    expect(sound.code, sound.out).toBe(0);
    const broken = await say([...run, join(place, 'broken'), '--flaw', 'retry-overwrites-edit']);
    expect(broken.code).toBe(1);
    const id = `campaign/${file.sequences[0]?.name ?? ''}`;
    const verdicts = readReport(join(place, 'broken')).entries.map((each) => [each.id, each.verdict]);
    expect(verdicts).toContainEqual([id, 'fail']);
    expect(verdicts.filter(([, verdict]) => verdict === 'fail')).toHaveLength(1);
  }, 90_000);

  it.each([
    [['--path', 'over there'], /--path was given "over there"/],
    [['--runs', '0'], /--runs was given "0"/],
    [['--flaw', 'none-of-that-name'], /no flaw/],
  ])('refuses %j in three parts', async (words, why) => {
    const said = await say(['campaign', ...words, '--out', join(temporaryFolder(), 'report')]);
    expect(said.code).toBe(64);
    expect(said.err).toMatch(why);
    expect(said.err).toMatch(/expected:[\s\S]*to do:/);
  });

  it.each([
    ['', /it is no JSON/],
    ['{"format":2}', /no format 1/],
    ['{"format":1,"sequences":[{"name":"A b","promise":"x"}]}', /sequences\/0\/name/],
    ['{"format":1,"sequences":[{"name":"a","promise":"x","sequence":{}}]}', /sequences\/0\/sequence\/keys/],
  ])('refuses a file of kept sequences that is not whole: %s', async (text, why) => {
    const kept = join(temporaryFolder(), 'kept.json');
    writeFileSync(kept, text);
    const said = await say(['run', '--plane', 'msw', '--only', 'acceptance', '--sequences', kept]);
    expect(said.code).toBe(64);
    expect(said.err).toMatch(why);
    expect(said.err).toMatch(/expected:[\s\S]*to do:/);
  });
});
