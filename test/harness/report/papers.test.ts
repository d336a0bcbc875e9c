import { describe, expect, test } from 'vitest';
import { compareTargets } from '../../../src/harness/judge/compare-targets.js';
import { diffReports } from '../../../src/harness/judge/diff-reports.js';
import type { Report } from '../../../src/harness/model/report.js';
import { comparisonPaper } from '../../../src/harness/report/paper/comparison-paper.js';
import { diffPaper } from '../../../src/harness/report/paper/diff-paper.js';
import { paperHtml } from '../../../src/harness/report/paper/paper-html.js';
import { paperMarkdown } from '../../../src/harness/report/paper/paper-markdown.js';
import { paperText } from '../../../src/harness/report/paper/paper-text.js';
import { styleDigest } from '../../../src/harness/report/html/style.js';
import { sampleEntry, sampleFinding, sampleReport } from '../../support/report-builder.js';

/** Two reports with a requirement of every kind of change, in the words of a stranger. */
function pair(words: string): readonly [Report, Report] {
  const named = (verdict: 'pass' | 'fail' | 'not-exercised', id: string) =>
    sampleEntry({
      id,
      title: words,
      verdict,
      effect: verdict === 'fail' ? 'broken' : 'holds',
      findings: verdict === 'fail' ? [sampleFinding({ sentence: words })] : [],
    });
  const ids = ['replay/worse', 'replay/better', 'replay/new', 'replay/lost'] as const;
  const old = ['pass', 'fail', 'not-exercised', 'pass'] as const;
  const young = ['fail', 'pass', 'pass', 'not-exercised'] as const;
  const sample = sampleReport();
  const of = (verdicts: readonly ('pass' | 'fail' | 'not-exercised')[], observed: string): Report => ({
    ...sample,
    target: { ...sample.target, name: words },
    entries: ids.map((id, index) => named(verdicts[index] ?? 'pass', id)),
    contract: sample.contract.map((line) => ({
      ...line,
      declared: observed,
      claim: `${line.claim} ${words}`,
    })),
  });
  return [of(old, words), of(young, `${words} otherwise`)];
}

function papers(words: string) {
  const [old, young] = pair(words);
  return [
    diffPaper(diffReports(old, young, { strict: false })),
    comparisonPaper(compareTargets([old, young, old], { strict: false })),
  ];
}

const formats = { text: paperText, markdown: paperMarkdown, html: paperHtml };
const escape = String.fromCodePoint(0x1b);
const hostile = [
  '<script>alert(1)</script>" onmouseover="alert(2)"',
  `${escape}[2J${escape}]0;owned\u0007`,
  'one\r\ntwo\n| three |\n# five\n```\n</details>',
  `a\0b\ud800c ${String.fromCodePoint(0x202e)}fdp.exe`,
  '`code` **bold** [link](https://evil.example/) @everyone #1',
  'x'.repeat(1_048_576),
];
const steering = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;

describe.each(Object.entries(formats))('two papers in %s', (name, render) => {
  test('name every requirement that changed, and say how', () => {
    for (const paper of papers('A create makes one record')) {
      const shown = render(paper);
      for (const id of ['worse', 'better', 'new', 'lost']) expect(shown).toContain(`replay/${id}`);
      expect(shown).toContain(paper.sentence.slice(0, 20));
      for (const { title } of paper.sections) expect(shown).toContain(title);
    }
  });

  test.each(hostile)('steer nothing, whatever a target says (%#)', (words) => {
    for (const paper of papers(words)) {
      const shown = render(paper);
      expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(steering);
      expect(shown.length).toBeLessThan(200_000);
      if (name === 'text') continue;
      // What stands between backticks in Markdown is text.
      const live = name === 'markdown' ? shown.replaceAll(/`[^`\n]*`/g, '') : shown;
      expect(live).not.toMatch(/<script|<img/);
      if (name === 'markdown') {
        expect(live).not.toMatch(/[^`]@everyone|[^\\]\]\(https/);
        const columns = shown.split('\n').filter((line) => line.startsWith('|'));
        for (const line of columns) expect(line, line).toMatch(/^\| .+ \|$|^\|(?: --- \|)+$/);
      }
    }
  });
});

describe('the page of a paper', () => {
  test('loads nothing, runs nothing, and wears the style of the report', () => {
    const [paper] = papers('A create makes one record');
    if (paper === undefined) throw new Error('There is a paper.');
    const page = paperHtml(paper);
    expect(page).toContain(`default-src 'none'; style-src '${styleDigest}'`);
    expect(page).not.toMatch(/<(?:script|link|img|iframe)\b|\bstyle="|url\(/);
    expect([...page.matchAll(/<h1/g)]).toHaveLength(1);
  });
});
