import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/harness/model/report.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Row {
  readonly id: string;
  readonly verdict: string;
  readonly effect: string;
  readonly answer: string;
}

describe('twiceshy judge', () => {
  it('gives the same verdicts again from the histories alone', async () => {
    for (const flaw of [[], ['--flaw', 'no-deduplication']]) {
      const folder = join(temporaryFolder(), 'report');
      const ran = await say(['run', '--plane', 'msw', ...flaw, '--out', folder]);
      const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
      const judged = await say(['judge', join(folder, 'histories'), '--json']);
      const rows = (JSON.parse(judged.out) as Row[]).map(({ id, verdict, effect, answer }) => ({
        id,
        verdict,
        effect,
        answer,
      }));
      const exercised = report.entries
        .filter(({ verdict }) => verdict !== 'not-exercised')
        .map(({ id, verdict, effect, answer }) => ({ id, verdict, effect, answer }));
      const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
      expect(rows.toSorted(byId)).toEqual(exercised.toSorted(byId));
      expect(judged.code).toBe(ran.code);
    }
  }, 180_000);

  it('refuses a history of which one byte was changed, wherever it is', async () => {
    const folder = join(temporaryFolder(), 'report');
    await say(['run', '--plane', 'msw', '--only', 'replay/same-record', '--out', folder]);
    const file = join(folder, 'histories', 'replay.same-record.ndjson');
    const whole = readFileSync(file);
    const copy = join(temporaryFolder(), 'changed.ndjson');
    const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * (whole.length - 1)) / 59));
    for (const place of places) {
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ 1;
      writeFileSync(copy, changed);
      const said = await say(['judge', copy]);
      expect(said.code, `byte ${place}`).toBe(64);
      expect(said.err, `byte ${place}`).toMatch(/line \d+/);
    }
    cpSync(file, copy);
    expect((await say(['judge', copy])).code).toBe(0);
  });

  it('refuses a history that is cut off, has a line less, or has two lines exchanged', async () => {
    const folder = join(temporaryFolder(), 'report');
    await say(['run', '--plane', 'msw', '--only', 'replay/same-record', '--out', folder]);
    const [name] = readdirSync(join(folder, 'histories'));
    const lines = readFileSync(join(folder, 'histories', name ?? ''), 'utf8').split('\n');
    const copy = join(temporaryFolder(), 'changed.ndjson');
    const swapped = [lines[0], lines[2], lines[1], ...lines.slice(3)];
    for (const changed of [
      lines.slice(0, -2),
      [...lines.slice(0, 3), ...lines.slice(4)],
      swapped,
      lines.slice(1),
    ]) {
      writeFileSync(copy, changed.join('\n'));
      expect((await say(['judge', copy])).code).toBe(64);
    }
  });
});
