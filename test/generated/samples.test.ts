import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/harness/model/report.js';
import { formats, type Format } from '../../src/harness/report/renderer.js';
import { renderers } from '../../src/harness/report/renderers.js';
import { systemClock } from '../../src/harness/run/system-clock.js';
import { say } from '../support/kit.js';
import { manifest } from '../support/manifest.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const samples = fileURLToPath(new URL('../../reports/samples/', import.meta.url));
const updating = process.env['TWICESHY_UPDATE'] === '1';

/** Few enough to read, and of every kind: passed, failed, surveyed, blocked, not exercised. */
const words = [
  'run',
  '--plane',
  'msw',
  '--flaw',
  'no-deduplication',
  '--only',
  'acceptance/creates-and-names-record',
  'replay/same-record',
  'replay/marked',
  'lost-reply/timeout',
  'lost-reply/reset-after-request',
  'conflict/no-second-effect',
  'failure/throttle-clear',
  'lookup/finds-action',
  'lookup/absent-is-definite',
  'lookup/complete',
];

/** Everything that comes in by the door, fixed: a sample says the same wherever it is made. */
const door = {
  version: manifest.version,
  clock: { ...systemClock, now: () => Date.UTC(2026, 0, 15, 9, 30) },
  platform: { node: 'v20.19.0', platform: 'linux x64' },
};

/** The text of every format, as the kit makes it today. */
async function makeSamples(): Promise<ReadonlyMap<Format, string>> {
  const folder = join(temporaryFolder(), 'report');
  expect((await say([...words, '--out', folder], door)).code).toBe(1);
  return new Map(
    formats.map((format) => [format, readFileSync(join(folder, renderers[format].file), 'utf8')]),
  );
}

function sampleFile(format: Format): string {
  return join(samples, renderers[format].file);
}

describe('reports/samples', () => {
  let made: ReadonlyMap<Format, string> = new Map();

  beforeAll(async () => {
    made = await makeSamples();
    if (!updating) return;
    mkdirSync(samples, { recursive: true });
    for (const [format, text] of made) writeFileSync(sampleFile(format), text);
  });

  it.each(formats)('%s is what the kit makes today, byte for byte', (format) => {
    expect(readFileSync(sampleFile(format), 'utf8')).toBe(made.get(format));
  });

  it('says the same when it is made again', async () => {
    expect(await makeSamples()).toEqual(made);
  });

  it('holds a report in every format and nothing else', () => {
    expect(readdirSync(samples).toSorted()).toEqual(formats.map((each) => renderers[each].file).toSorted());
  });

  it('shows what passed, failed, was blocked and was not exercised, failures with a timeline; the bundled contract leaves no SHOULD unpromised', () => {
    const { entries } = JSON.parse(readFileSync(sampleFile('json'), 'utf8')) as Report;
    const shown = new Set(entries.map(({ verdict }) => verdict));
    expect([...shown].toSorted()).toEqual(['blocked', 'fail', 'not-exercised', 'pass']);
    expect(new Set(entries.map(({ level }) => level))).toEqual(new Set(['MUST', 'SURVEY']));
    for (const { id, verdict, findings } of entries) {
      if (verdict === 'fail') expect(findings[0]?.timeline.length, id).toBeGreaterThan(3);
    }
  });
});
