import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Report } from '../../../src/harness/model/report.js';
import { verdicts, type Level } from '../../../src/harness/model/verdict.js';
import { junit } from '../../../src/harness/report/junit.js';
import { inconclusiveInJunit } from '../../../src/harness/report/renderer.js';
import { sampleBaseline, sampleEntry, sampleReport } from '../../support/report-builder.js';
import { elementsNamed, parseXml } from '../../support/xml.js';

const schema = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');

/** What is wrong with a document; empty where the schema accepts it. */
async function troublesOf(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml, schema });
  return errors.map(({ message }) => message);
}

const every = (['MUST', 'SHOULD', 'SURVEY'] satisfies Level[]).flatMap((level) =>
  verdicts.map((verdict) => sampleEntry({ id: `${level.toLowerCase()}/${verdict}`, level, verdict })),
);
const escape = String.fromCodePoint(0x1b);

const reports: Readonly<Record<string, Report>> = {
  'the sample': sampleReport(),
  'every verdict at every level': sampleReport({ entries: every }),
  'a report of nothing': sampleReport({ entries: [] }),
  'a run that was cut short': sampleReport({ complete: false }),
  'known failures': sampleReport({ baseline: sampleBaseline }),
  'a run that is inconclusive': sampleReport({
    entries: [sampleEntry({ id: 'replay/same-record', verdict: 'inconclusive', why: 'nobody looked' })],
    conclusion: { exit: 2, sentence: 'inconclusive: 1 requirement was not settled' },
  }),
  'the words of a stranger': sampleReport({
    entries: every.map((entry) => ({
      ...entry,
      why: `<b>]]>&amp; "a" \0 ${escape}[2J\ud800`,
      title: `</testcase>${String.fromCodePoint(0x202e)}\r\n`,
    })),
  }),
};

describe.each(Object.entries(reports))('junit of %s', (_, report) => {
  test.each(inconclusiveInJunit)(
    'is what CI services read, with what is inconclusive %s',
    async (inconclusive) => {
      expect(await troublesOf(junit.render(report, { inconclusive }))).toEqual([]);
    },
  );
});

test('the schema refuses what is no such document', async () => {
  const good = junit.render(sampleReport());
  for (const [from, to] of [
    [' classname="', ' class="'],
    ['<skipped message', '<ignored message'],
    [' tests="', ' tests="-'],
    ['</testsuites>', '<testcase name="a" classname="b"/></testsuites>'],
  ] as const) {
    expect(good).toContain(from);
    expect(await troublesOf(good.replace(from, to)), from).not.toEqual([]);
  }
});

describe('what is inconclusive', () => {
  const report = reports['a run that is inconclusive'] ?? sampleReport();
  const endings = (xml: string): readonly string[] =>
    elementsNamed(parseXml(xml), 'testcase').flatMap(({ children, attributes }) =>
      children
        .filter(({ name }) => ['failure', 'error', 'skipped'].includes(name))
        .map(({ name }) => `${attributes['name'] ?? ''}: ${name}`),
    );

  test('is an error, unless it was asked to be skipped; the run as a whole then says so', () => {
    expect(endings(junit.render(report))).toEqual(['replay/same-record: error']);
    expect(endings(junit.render(report, { inconclusive: 'skipped' }))).toEqual([
      'replay/same-record: skipped',
      'run/as-a-whole: skipped',
    ]);
  });

  test('hides no failure, no trouble of the kit and no run that was cut short', () => {
    const { entries } = sampleReport();
    const red = (xml: string): number =>
      elementsNamed(parseXml(xml), 'failure').length + elementsNamed(parseXml(xml), 'error').length;
    for (const more of [
      { entries: entries.filter(({ verdict }) => verdict !== 'inconclusive') },
      {
        complete: false,
        entries: [sampleEntry({ id: 'replay/same-record' })],
        conclusion: { exit: 2, sentence: 'inconclusive: the run was interrupted' },
      },
    ]) {
      expect(red(junit.render(sampleReport(more), { inconclusive: 'skipped' }))).toBe(
        red(junit.render(sampleReport(more))),
      );
      expect(red(junit.render(sampleReport(more)))).toBeGreaterThan(0);
    }
  });
});
