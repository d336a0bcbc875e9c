import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/harness/model/report.js';
import { verdicts, type Verdict } from '../../../src/harness/model/verdict.js';
import { formats, type Format } from '../../../src/harness/report/renderer.js';
import { renderers } from '../../../src/harness/report/renderers.js';
import { verdictSigns } from '../../../src/harness/report/signs.js';
import { tally } from '../../../src/harness/report/tally.js';
import { sampleEntry, sampleReport } from '../../support/report-builder.js';
import { elementsNamed, parseXml } from '../../support/xml.js';

const expectedFolder = new URL('./expected/', import.meta.url);

/** The expected text of the sample in one file; written anew where TWICESHY_UPDATE=1 is set. */
function expectedText(file: string, rendered: string): string {
  const url = new URL(file, expectedFolder);
  if (process.env['TWICESHY_UPDATE'] === '1') {
    mkdirSync(expectedFolder, { recursive: true });
    writeFileSync(url, rendered);
  }
  return readFileSync(url, 'utf8');
}

const extensions: Record<Format, string> = {
  json: 'json',
  html: 'html',
  markdown: 'md',
  junit: 'xml',
  terminal: 'txt',
};

describe('every format', () => {
  test.each(formats)('%s renders the sample as the expected file says', (format) => {
    const rendered = renderers[format].render(sampleReport());
    expect(rendered).toBe(expectedText(`sample.${extensions[format]}`, rendered));
  });

  test('terminal with colour renders the sample as the expected file says', () => {
    const rendered = renderers.terminal.render(sampleReport(), { colour: true, width: 80 });
    expect(rendered).toBe(expectedText('sample-colour.txt', rendered));
  });

  test.each(formats)('%s renders the same text from report.json read again', (format) => {
    const again = JSON.parse(renderers.json.render(sampleReport())) as Report;
    expect(renderers[format].render(again)).toBe(renderers[format].render(sampleReport()));
  });

  test('has a file name of its own', () => {
    expect(new Set(formats.map((format) => renderers[format].file)).size).toBe(formats.length);
  });
});

type Counts = Record<Verdict, number>;

function countsOf(found: readonly string[]): Counts {
  return Object.fromEntries(
    verdicts.map((verdict) => [verdict, found.filter((each) => each === verdict).length]),
  ) as Counts;
}

/** Reads the verdict of every requirement back out of a rendered text. */
const readBack: Record<Format, (text: string) => Counts> = {
  json: (text) => tally((JSON.parse(text) as Report).entries),
  html: (text) =>
    countsOf([...text.matchAll(/<tr data-entry="([\w-]+)"/g)].map(([, verdict = '']) => verdict)),
  markdown: (text) =>
    countsOf(firstWords(text, /^\| \S (\w[\w -]*?)(?: \([\w ]+\))? \| (?:MUST|SHOULD|SURVEY)/gm)),
  terminal: (text) =>
    countsOf(firstWords(text, /^ {4}\S (\w[\w -]*?)(?: \([\w ]+\))? +(?:MUST|SHOULD|SURVEY) /gm)),
  junit: (text) =>
    countsOf(
      elementsNamed(parseXml(text), 'property')
        .filter(({ attributes }) => attributes['name'] === 'verdict')
        .map(({ attributes }) => attributes['value'] ?? ''),
    ),
};

function firstWords(text: string, pattern: RegExp): readonly string[] {
  const named = new Map(verdicts.map((verdict) => [verdictSigns[verdict].word, verdict]));
  return [...text.matchAll(pattern)].map(([, word = '']) => named.get(word) ?? word);
}

/** Reads the headline counts back out of a rendered text, where the format has them. */
const headline: Partial<Record<Format, (text: string) => Counts>> = {
  html: (text) =>
    Object.fromEntries(
      [...text.matchAll(/<li class="\w+" data-verdict="([\w-]+)"><b>(\d+)<\/b>/g)].map(
        ([, verdict = '', count = '']) => [verdict, Number(count)],
      ),
    ) as Counts,
  markdown: (text) => {
    const cells = /^\| (\d+(?: \| \d+)*) \|$/m.exec(text)?.[1]?.split(' | ').map(Number) ?? [];
    return Object.fromEntries(verdicts.map((verdict, place) => [verdict, cells[place]])) as Counts;
  },
};

describe('the counts', () => {
  const many = sampleReport({
    entries: [
      ...sampleReport().entries,
      ...verdicts.flatMap((verdict, place) =>
        Array.from({ length: place + 1 }, (_, index) =>
          sampleEntry({ id: `extra/${verdict}-${String(index)}`, verdict, why: 'for the count' }),
        ),
      ),
      sampleEntry({ id: 'extra/survey', level: 'SURVEY', verdict: 'fail' }),
    ],
  });

  test.each(formats)('%s tells every verdict as often as the report has it', (format) => {
    for (const report of [sampleReport(), many]) {
      expect(readBack[format](renderers[format].render(report))).toEqual(tally(report.entries));
    }
  });

  test.each(['html', 'markdown'] as const)('%s opens with the same counts', (format) => {
    expect(headline[format]?.(renderers[format].render(many))).toEqual(tally(many.entries));
  });

  test('of failures told in full are the same in html, markdown and terminal', () => {
    const failed = tally(many.entries).fail;
    expect(renderers.html.render(many).match(/data-failure="/g)?.length).toBe(failed);
    expect(renderers.markdown.render(many).match(/^#### /gm)?.length).toBe(failed);
    expect(renderers.terminal.render(many).match(/^ {2}repeat: /gm)?.length).toBe(failed);
  });
});

describe('an interrupted run', () => {
  test.each(['html', 'markdown', 'junit', 'terminal'] as const)('is called partial in %s', (format) => {
    const whole = renderers[format].render(sampleReport());
    const partial = renderers[format].render(sampleReport({ complete: false }));
    expect(whole).not.toContain('partial: interrupted');
    expect(partial).toContain('partial: interrupted');
  });
});
