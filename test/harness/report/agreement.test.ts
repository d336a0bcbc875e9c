import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Entry, Report } from '../../../src/harness/model/report.js';
import { gradeInWords } from '../../../src/harness/report/grade-words.js';
import { formats, type Format } from '../../../src/harness/report/renderer.js';
import { renderers } from '../../../src/harness/report/renderers.js';
import { signOf } from '../../../src/harness/report/signs.js';
import { sampleReport } from '../../support/report-builder.js';
import { elementsNamed, parseXml } from '../../support/xml.js';

type Told = Exclude<Format, 'json'>;

/** What a format says of each requirement: its id, level, and verdict in words. */
type Lines = readonly string[];

const told = formats.filter((format): format is Told => format !== 'json');

function lineOf({ id, level, verdict }: Pick<Entry, 'id' | 'level' | 'verdict'>): string {
  return `${id}: ${level} ${signOf({ level, verdict }).word}`;
}

function linesFrom(text: string, pattern: RegExp): Lines {
  return [...text.matchAll(pattern)].map(
    ({ groups = {} }) => `${groups['id'] ?? ''}: ${groups['level'] ?? ''} ${groups['word']?.trim() ?? ''}`,
  );
}

/** Reads id, level and verdict of every requirement back out of a format. */
const readLines: Record<Told, (text: string) => Lines> = {
  html: (text) =>
    linesFrom(
      text,
      /<tr data-entry="[^"]*"[^>]*><th scope="row">(?:<a [^>]*>)?<code>(?<id>[^<]*)<[^]*?data-label="Level">(?<level>\w+)<[^]*?<\/span>(?<word>[^<]*)<\/span>/g,
    ),
  markdown: (text) =>
    linesFrom(text, /^\| \S (?<word>[a-z][a-z ()]*?) \| (?<level>[A-Z]+) \| `(?<id>[^`]*)` \|/gm),
  terminal: (text) =>
    linesFrom(text, /^ {4}\S (?<word>[a-z][a-z ()]*?) +(?<level>[A-Z]+) +(?<id>\S+\/\S+) /gm),
  junit: (text) =>
    elementsNamed(parseXml(text), 'testcase').flatMap((testcase) => {
      const properties = new Map(
        elementsNamed(testcase, 'property').map(({ attributes }) => [
          attributes['name'],
          attributes['value'],
        ]),
      );
      const id = testcase.attributes['name'] ?? '';
      const verdict = properties.get('verdict');
      return verdict === undefined
        ? [] // the suite for the run as a whole
        : [
            lineOf({ id, level: properties.get('level'), verdict } as Pick<
              Entry,
              'id' | 'level' | 'verdict'
            >),
          ];
    }),
};

/** Facts that every format for people opens or closes with. */
function facts({ conclusion, grade }: Report): readonly string[] {
  return [conclusion.sentence, gradeInWords(grade)];
}

const reports: Record<string, Report> = {
  'the sample of the tests': sampleReport(),
  ...Object.fromEntries(
    ['sound', 'flawed', 'unguarded', 'express-idempotency'].map((name) => [
      name,
      JSON.parse(
        readFileSync(new URL(`../../../reports/samples/${name}/report.json`, import.meta.url), 'utf8'),
      ) as Report,
    ]),
  ),
};

describe.each(Object.entries(reports))('%s', (_, report) => {
  it.each(told)('has every requirement, its level and its verdict in %s as in report.json', (format) => {
    const lines = readLines[format](renderers[format].render(report));
    expect(lines.toSorted()).toEqual(report.entries.map(lineOf).toSorted());
  });

  it.each(['html', 'markdown', 'terminal'] as const)('has its conclusion and grade in %s', (format) => {
    const text = renderers[format].render(report).replaceAll('&#39;', "'").replaceAll('\\', '');
    for (const fact of facts(report)) expect(text).toContain(fact);
  });

  it.each(told)('would not agree in %s if one verdict were another', (format) => {
    const [first, ...rest] = report.entries;
    if (first === undefined) throw new Error('a report has entries');
    const verdict = first.verdict === 'pass' ? 'inconclusive' : 'pass';
    const other = { ...report, entries: [{ ...first, verdict }, ...rest] } as Report;
    const lines = readLines[format](renderers[format].render(other));
    expect(lines.toSorted()).not.toEqual(report.entries.map(lineOf).toSorted());
  });
});
