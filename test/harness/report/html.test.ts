import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/harness/model/report.js';
import { html } from '../../../src/harness/report/html.js';
import { style, styleDigest } from '../../../src/harness/report/html/style.js';
import { sampleEvent, sampleEntry, sampleFinding, sampleReport } from '../../support/report-builder.js';

const page = html.render(sampleReport());

function all(pattern: RegExp, text = page): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

describe('the html page', () => {
  test('opens with what was tried: target, kit, date, requirement set, seed and effort', () => {
    const opening = page.slice(page.indexOf('<header'), page.indexOf('</header>'));
    for (const fact of [
      'Harbor CRM',
      'twiceshy 0.1.0',
      '2026-03-14 09:26:53 UTC',
      'seed 104',
      'effort standard',
    ])
      expect(opening).toContain(fact);
    expect(opening).toContain(`digest ${'a'.repeat(12)}`);
  });

  test('says of each failure what it costs, before any of them is told in full', () => {
    const risks = page.slice(page.indexOf('<ul class="risks">'), page.indexOf('<article class="failure'));
    expect(risks).toContain('A customer is called twice, an order is placed twice');
    expect(risks).toContain('Workers take a lost race for an outage');
  });

  test('tells findings that are alike once, with how many more there are and where', () => {
    const findings = [
      sampleFinding(),
      sampleFinding({ try: 'reply lost', actual: 'two records: 1 and 2' }),
      sampleFinding({ try: 'reply lost', action: 'a2' }),
      sampleFinding({ sentence: 'Something else.', try: 'another' }),
    ];
    const entry = sampleEntry({ id: 'lost-reply/timeout', verdict: 'fail', findings });
    const text = html.render(sampleReport({ entries: [entry] }));
    expect(text.split('heard nothing, asked again')).toHaveLength(2);
    expect(text).toContain('Found 2 more times, alike. Tries: reply lost: a1; reply lost: a2');
    expect(text).toContain('two records: 1 and 2');
    expect(text.split('class="finding"')).toHaveLength(3);
  });

  test('says of each fault how often it was applied, by phase and operation, and how far bursts met', () => {
    const coverage = page.slice(
      page.indexOf('<section id="coverage"'),
      page.indexOf('<section id="measurements"'),
    );
    expect(coverage).toMatch(/On the way back[^]*gateway-answer[^]*short[^]*2 of 3[^]*In the sender/);
    expect(coverage).toMatch(/concurrency\/one-effect[^]*did not meet<\/span> 0 of 5/);
    expect(coverage).toMatch(/losers-told-clearly[^]*8 of 8[^]*6 to 8/);
  });

  test('draws what was measured, and says where only quantiles are known', () => {
    expect(page).toContain('aria-label="Curve: p50 12 ms, p95 40 ms, p99 40 ms, max 40 ms"');
    expect(all(/(Only the quantiles were recorded)/g)).toHaveLength(1);
    expect(html.render(sampleReport({ measurements: [] }))).not.toContain('id="measurements"');
  });

  test('draws a load with new actions and replays apart, tells it in a table, and counts the records', () => {
    const section = page.slice(
      page.indexOf('<section id="load"'),
      page.indexOf('<section id="not-exercised"'),
    );
    expect(section).toContain('3,000 new actions and 600 replays were offered at 200 a second');
    expect(section).toContain('3,000 records were there at the end');
    expect(section).toContain(
      'aria-label="Service time. new: p50 3 ms, p99 9 ms, max 212 ms; replayed: p50 2 ms',
    );
    expect(section.match(/<polyline/g)).toHaveLength(4);
    expect(section).toMatch(/Scheduling wait, replayed<\/th><td[^>]*>600<\/td>/);
    expect(html.render(sampleReport({ loads: [] }))).not.toContain('id="load"');
  });

  test('has a field for a comment that is no part of the report', () => {
    expect(page.indexOf('class="field"')).toBeGreaterThan(page.indexOf('</main>'));
    expect(page).toContain('Not part of the report');
  });

  test('shows a report of an earlier version of the kit, which lacks what came later', () => {
    const {
      bursts: _,
      measurements: __,
      loads: _____,
      remediation: ___,
      redactions: ____,
      ...earlier
    } = sampleReport();
    const coverage = [{ fault: 'hold-reply', operation: 'create', planned: 1, applied: 1 }];
    const text = html.render({ ...earlier, coverage } as unknown as Report);
    expect(text).toContain('hold-reply');
    expect(text).not.toContain('undefined');
  });

  test('lets only its own style sheet in, named by digest', () => {
    const digest = createHash('sha256').update(style).digest('base64');
    expect(styleDigest).toBe(`sha256-${digest}`);
    expect(page).toContain(`<style>${style}</style>`);
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${styleDigest}'; base-uri 'none'; form-action 'none'">`,
    );
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'));
  });

  test('loads nothing and runs nothing', () => {
    expect(page).not.toMatch(/<(?:script|link|img|iframe|object|embed|base|form|audio|video|source)\b/i);
    expect(page).not.toMatch(/\b(?:src|srcset|action|poster|data|style|on\w+)=/i);
    expect(page).not.toMatch(/url\(|@import/i);
    expect(all(/\bhref="([^"]*)"/g).filter((href) => !href.startsWith('#'))).toEqual([]);
  });

  test('has every anchor that it links to, and no id twice', () => {
    const ids = all(/\bid="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    for (const href of all(/\bhref="#([^"]*)"/g)) expect(ids).toContain(href);
  });

  test('keeps the order in which people read', () => {
    expect(all(/<section id="([\w-]+)"/g)).toEqual([
      'grade',
      'contract',
      'failures',
      'requirements',
      'coverage',
      'measurements',
      'load',
      'not-exercised',
      'remediation',
      'about',
    ]);
  });

  test('never skips a level of heading', () => {
    const levels = all(/<h([1-6])\b/g).map(Number);
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.reduce((before, level) => {
      expect(level).toBeLessThanOrEqual(before + 1);
      return level;
    });
  });

  test('gives every table a caption and every header cell a scope', () => {
    expect(all(/(<table\b)/g).length).toBe(all(/(<table [^>]*>\s*<caption>)/g).length);
    expect(all(/(<th\b)/g).length).toBe(all(/(<th scope="(?:col|row|rowgroup)")/g).length);
  });

  test('draws events that a screen reader can name', () => {
    const labels = all(/<svg class="lanes" role="img" aria-label="([^"]*)"/g);
    expect(labels).toContain('sender → receiver');
    expect(labels).toContain('wire → sender, fault');
    expect(labels).toContain('receiver → sender, contradiction');
  });

  test('draws the fault and the contradiction in shapes of their own, with their words beside them', () => {
    expect(page).toContain('class="mishap"');
    expect(page).toContain('class="clash"');
    expect(page).toMatch(/<li class="fault">[^]*?◆<\/span> fault<\/span>/);
    expect(page).toMatch(/<li class="contradiction">[^]*?⊗<\/span> contradiction<\/span>/);
  });

  test('says how many events, findings and exchanges it leaves out', () => {
    const timeline = Array.from({ length: 60 }, (_, seq) =>
      sampleEvent({ seq, raw: `event ${String(seq)}` }),
    );
    const findings = Array.from({ length: 12 }, () => sampleFinding({ timeline, folded: 0 }));
    const entry = sampleEntry({ id: 'load/offered-rate', verdict: 'fail', findings, moreFindings: 3 });
    const text = html.render(sampleReport({ entries: [entry] }));
    expect(text).toContain('48 more events folded');
    expect(text).toContain('20 more in the history');
    expect(text).toContain('5 more findings not shown');
  });

  test('shows a big banner where the run was interrupted, and none where it was not', () => {
    expect(page).not.toContain('class="banner"');
    expect(html.render(sampleReport({ complete: false }))).toContain(
      '<p class="banner" role="note">partial: interrupted.',
    );
  });

  test('says so where there is nothing to show', () => {
    const bare = html.render(
      sampleReport({ entries: [], contract: [], coverage: [], notExercised: [], limits: [] }),
    );
    expect(bare).toContain('<p>No requirement was judged.</p>');
    expect(bare).toContain('<p>The adapter declares nothing.</p>');
    expect(bare).not.toContain('id="failures"');
  });
});
