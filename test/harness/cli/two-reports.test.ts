import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDiff } from '../../../src/harness/model/report-diff.js';
import type { TargetComparison } from '../../../src/harness/model/target-comparison.js';
import { say } from '../../support/kit.js';

const home = mkdtempSync(join(tmpdir(), 'twiceshy-test-'));
const [sound, flawed, partial] = ['sound', 'flawed', 'partial'].map((name) => join(home, name)) as [
  string,
  string,
  string,
];
const formats = ['text', 'json', 'markdown', 'html'];

beforeAll(async () => {
  const run = ['run', '--plane', 'msw', '--only', 'acceptance', 'lookup/complete'];
  expect((await say([...run, 'replay/same-record', '--out', sound])).code).toBe(0);
  expect(
    (await say([...run, 'replay/same-record', '--flaw', 'no-deduplication', '--out', flawed])).code,
  ).toBe(1);
  expect((await say([...run, '--out', partial])).code).toBe(0);
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('twiceshy diff', () => {
  it('ends with 1 when something is worse and with 0 when it is better, in every format', async () => {
    for (const format of formats) {
      const worse = await say(['diff', sound, flawed, '--as', format]);
      const better = await say(['diff', flawed, join(sound, 'report.json'), '--as', format]);
      expect([worse.code, better.code], format).toEqual([1, 0]);
      expect(worse.out).toContain('replay/same-record');
    }
    const { out } = await say(['diff', sound, flawed, '--as', 'json']);
    const diff = JSON.parse(out) as ReportDiff;
    expect(diff.changes.map(({ id, kind }) => [id, kind])).toContainEqual(['replay/same-record', 'worse']);
    expect(diff.contract.map(({ claim }) => claim)).toContain('carriage');
  });

  it('names what is no longer exercised, and another requirement set; --strict takes it for worse', async () => {
    const { code, out } = await say(['diff', sound, partial]);
    expect(code).toBe(0);
    expect(out).toMatch(/No longer exercised +1\n +- replay\/same-record/);
    expect(out).toContain('requirement sets differ');
    expect((await say(['diff', sound, partial, '--strict'])).code).toBe(1);
  });

  it('finds nothing apart between a report and itself', async () => {
    const { code, out } = await say(['diff', sound, sound, '--as', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ changes: [], contract: [], policy: [], notes: [] });
  });
});

describe('twiceshy compare', () => {
  it('answers first whether the stand-in lies, in every format', async () => {
    for (const format of formats) {
      const lies = await say(['compare', sound, flawed, '--as', format]);
      const stricter = await say(['compare', flawed, sound, '--as', format]);
      expect([lies.code, stricter.code], format).toEqual([1, 0]);
    }
    const { out } = await say(['compare', sound, flawed]);
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/^✗ A lies: it holds in \d+ requirements? that B breaks: /);
    expect((await say(['compare', flawed, sound, '--strict'])).code).toBe(1);
  });

  it('takes up to eight', async () => {
    const { out, code } = await say([
      'compare',
      sound,
      ...Array.from({ length: 7 }, () => flawed),
      '--as',
      'json',
    ]);
    expect(code).toBe(1);
    expect((JSON.parse(out) as TargetComparison).targets).toHaveLength(8);
    for (const count of [0, 8]) {
      const said = await say(['compare', sound, ...Array.from({ length: count }, () => flawed)]);
      expect(said.code).toBe(64);
      expect(said.err).toContain('from 2 to 8 reports');
    }
  });
});
