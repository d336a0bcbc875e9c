import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { html } from '../../../src/harness/report/html.js';
import { style, styleDigest } from '../../../src/harness/report/html/style.js';
import { sampleEvent, sampleEntry, sampleFinding, sampleReport } from '../../support/report-builder.js';

const page = html.render(sampleReport());

function all(pattern: RegExp, text = page): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

describe('the html page', () => {
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
      'not-exercised',
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
