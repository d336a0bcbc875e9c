import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectedTrials } from '../../examples/agreement.mjs';
import { sealReport } from '../../src/harness/cli/digest.js';
import type { Report } from '../../src/harness/model/report.js';
import { formats, type Format } from '../../src/harness/report/renderer.js';
import { renderers } from '../../src/harness/report/renderers.js';
import { schemaTroubles, type Schema } from '../support/json-schema.js';
import { makeSample, sampleRuns } from '../support/sample-runs.js';

const samples = fileURLToPath(new URL('../../reports/samples/', import.meta.url));
const schemaFile = new URL('../../reports/report.schema.json', import.meta.url);
const updating = process.env['TWICESHY_UPDATE'] === '1';

const made = Object.keys(sampleRuns) as (keyof typeof sampleRuns)[];
/** Its run takes minutes and real time; `npm run examples -- express-idempotency --update` writes its report.json. */
const kept = 'express-idempotency';
const all = [...made, kept];

function fileOf(sample: string, format: Format): string {
  return join(samples, sample, renderers[format].file);
}

function readSample(sample: string): Report {
  return JSON.parse(readFileSync(fileOf(sample, 'json'), 'utf8')) as Report;
}

function write(sample: string, report: Report): void {
  mkdirSync(join(samples, sample), { recursive: true });
  for (const format of formats) writeFileSync(fileOf(sample, format), renderers[format].render(report));
}

describe.each(made)('reports/samples/%s', (sample) => {
  let report: Report | null = null;

  beforeAll(async () => {
    report = await makeSample(sample);
    if (updating) write(sample, report);
  });

  it('is what the kit makes today, byte for byte', () => {
    expect(readSample(sample)).toEqual(report);
  });

  it('says the same when it is made again', async () => {
    expect(await makeSample(sample)).toEqual(report);
  });
});

describe(`reports/samples/${kept}`, () => {
  beforeAll(() => {
    if (updating) write(kept, readSample(kept));
  });

  it('says what the example is expected to say', () => {
    const expected = expectedTrials(join('examples', kept))['adapter.yaml'];
    const { entries, grade } = readSample(kept);
    expect(grade.reached).toBe(expected?.grade);
    for (const [id, row] of Object.entries(expected?.rows ?? {})) {
      expect([row.verdict].flat(), id).toContain(entries.find((entry) => entry.id === id)?.verdict);
    }
  });
});

describe.each(all)('the sample %s', (sample) => {
  it.each(formats)('is rendered as %s from its report.json, byte for byte', (format) => {
    expect(readFileSync(fileOf(sample, format), 'utf8')).toBe(renderers[format].render(readSample(sample)));
  });

  it('holds a report in every format and nothing else', () => {
    expect(readdirSync(join(samples, sample)).toSorted()).toEqual(
      formats.map((each) => renderers[each].file).toSorted(),
    );
  });

  it('fits the schema and its digest, and names no place of the machine it is from', () => {
    const { digest, ...rest } = readSample(sample);
    const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as Schema;
    expect(schemaTroubles({ ...rest, digest }, schema)).toEqual([]);
    expect(sealReport(rest).digest).toBe(digest);
    expect(JSON.stringify(rest)).not.toMatch(/\/(?:home|root|tmp|var|Users)\//);
  });
});

describe('the samples together', () => {
  it('are these four', () => {
    expect(readdirSync(samples).toSorted()).toEqual(all.toSorted());
  });

  it('show every grade but one, every kind of verdict, failures with a timeline, and what was measured', () => {
    const reports = all.map(readSample);
    const entries = reports.flatMap((report) => report.entries);
    const shown = new Set(entries.map(({ verdict }) => verdict));
    expect([...shown].toSorted()).toEqual(
      expect.arrayContaining(['blocked', 'fail', 'not-exercised', 'pass']),
    );
    expect(new Set(reports.map(({ grade }) => grade.reached)).size).toBeGreaterThan(2);
    expect(reports.some(({ bursts }) => bursts.length > 0)).toBe(true);
    expect(reports.flatMap(({ measurements }) => measurements.map(({ what }) => what))).toEqual(
      expect.arrayContaining(['lag of look-ups', 'answer to a create, all requirements']),
    );
    for (const { id, verdict, findings } of entries) {
      if (verdict === 'fail') expect(findings[0]?.timeline.length, id).toBeGreaterThan(2);
    }
  });
});
