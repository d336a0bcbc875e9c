import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/harness/model/report.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

function readReport(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
}

describe('twiceshy run', () => {
  it('finds the sound receiver conforming, retry-safe, with nothing passing over zero cases', async () => {
    const folder = join(temporaryFolder(), 'report');
    const said = await say(['run', '--plane', 'msw', '--out', folder]);
    const report = readReport(folder);
    expect(said.code).toBe(0);
    expect(report.grade.reached).toBe('retry-safe');
    const must = report.entries.filter(({ level }) => level === 'MUST');
    expect(must.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(60);
    const kinds = new Set(report.entries.map(({ verdict }) => verdict));
    expect([...kinds].toSorted()).toEqual(['not-exercised', 'pass']);
    expect(report.entries.filter(({ verdict, cases }) => verdict === 'pass' && cases === 0)).toEqual([]);
    for (const { id, needs } of report.notExercised) {
      expect(needs.join(' '), id).toMatch(/wire:|burst|kill|load-budget|a course in this version/);
    }
  });

  it('writes every format, and a history for every requirement that was exercised', async () => {
    const folder = join(temporaryFolder(), 'report');
    await say(['run', '--plane', 'msw', '--only', 'replay', '--out', folder]);
    const files = readdirSync(folder).toSorted();
    expect(files).toEqual([
      'histories',
      'junit.xml',
      'report.html',
      'report.json',
      'report.md',
      'report.txt',
    ]);
    for (const { history } of readReport(folder).entries) {
      expect(history === null ? '' : existsSync(join(folder, history.file))).toBe(true);
    }
  });

  it('ends with 1 when the required grade is not reached, although no requirement of those selected failed', async () => {
    const folder = join(temporaryFolder(), 'report');
    const said = await say([
      'run',
      '--plane',
      'msw',
      '--flaw',
      'no-deduplication',
      '--require',
      'retry-safe',
      '--out',
      folder,
    ]);
    expect(said.code).toBe(1);
    expect(readReport(folder).grade.reached).not.toBe('retry-safe');
  });

  it('ends with 2 when a required grade was not shown, and when --strict finds something not exercised', async () => {
    const folder = temporaryFolder();
    const few = ['run', '--plane', 'msw', '--only', 'key/case-kept'];
    expect((await say([...few, '--require', 'retry-safe', '--out', join(folder, 'a')])).code).toBe(2);
    expect(
      (await say(['run', '--plane', 'msw', '--only', 'lost-reply', '--strict', '--out', join(folder, 'b')]))
        .code,
    ).toBe(2);
  });

  it('is never green because nothing ran', async () => {
    const folder = join(temporaryFolder(), 'report');
    const said = await say(['run', '--plane', 'msw', '--only', 'load/offered-rate', '--out', folder]);
    expect(said.code).toBe(2);
    expect(readReport(folder).conclusion.sentence).toContain('no requirement of level MUST was exercised');
  });

  it('repeats a run from its seed: the same verdicts, the same exchanges', async () => {
    const folder = temporaryFolder();
    const words = [
      'run',
      '--plane',
      'msw',
      '--flaw',
      'no-deduplication',
      '--only',
      'lost-reply',
      '--seed',
      '7',
      '--json',
      '--out',
    ];
    const first = JSON.parse((await say([...words, join(folder, 'a')])).out) as Report;
    const second = JSON.parse((await say([...words, join(folder, 'b')])).out) as Report;
    const verdicts = (report: Report): object[] =>
      report.entries.map(({ id, verdict, cases }) => ({ id, verdict, cases }));
    expect(verdicts(second)).toEqual(verdicts(first));
    expect(second.exchanges).toBe(first.exchanges);
  });

  it('marks a partial report as such when it is interrupted, and does not call it conforming', async () => {
    const folder = join(temporaryFolder(), 'report');
    const interrupt = new AbortController();
    const said = await say(['run', '--plane', 'msw', '--out', folder], {
      signal: interrupt.signal,
      err: (text) => {
        if (text.includes('replay/same-record')) interrupt.abort(new Error('Ctrl-C'));
      },
    });
    const report = readReport(folder);
    expect(said.code).toBe(2);
    expect(report.complete).toBe(false);
    expect(report.entries.some(({ verdict }) => verdict === 'pass')).toBe(true);
    expect(report.entries.some(({ why }) => why.includes('not interrupted'))).toBe(true);
  });

  it('refuses a folder that holds something else, and replaces an earlier report', async () => {
    const folder = temporaryFolder();
    const words = ['run', '--plane', 'msw', '--only', 'key/case-kept', '--out'];
    expect((await say([...words, join(folder, 'report')])).code).toBe(0);
    expect((await say([...words, join(folder, 'report')])).code).toBe(0);
    const said = await say([...words, folder]);
    expect(said.code).toBe(64);
    expect(said.err).toContain('holds files that are no report');
  });
});
