import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/harness/model/report.js';
import { conclusionOf } from '../../../src/harness/report/conclusion.js';
import { renderers } from '../../../src/harness/report/renderers.js';
import { sampleEntry, sampleReport } from '../../support/report-builder.js';
import { parseXml } from '../../support/xml.js';

const conforms = { exit: 0, sentence: 'Harbor CRM conforms.' };
const passed = sampleEntry({ id: 'replay/same-record' });
const broken = sampleEntry({ id: 'replay/many-uses', verdict: 'fail', effect: 'broken' });
const warned = sampleEntry({ id: 'key/empty', level: 'SHOULD', verdict: 'fail', answer: 'broken' });
const leftOut = sampleEntry({
  id: 'scope/no-leak',
  verdict: 'not-exercised',
  why: 'no second tenant',
  cases: 0,
});

describe('the conclusion', () => {
  test('is good where the run was complete, ended with 0, and something passed', () => {
    const { sign, sentence, partial } = conclusionOf(
      sampleReport({ conclusion: conforms, entries: [passed, warned, leftOut] }),
    );
    expect({ tone: sign.tone, sentence, partial }).toEqual({
      tone: 'good',
      sentence: 'Harbor CRM conforms.',
      partial: null,
    });
  });

  test.each([
    { name: 'nothing was judged', parts: { entries: [] } },
    { name: 'nothing passed', parts: { entries: [leftOut] } },
    { name: 'only warnings are left', parts: { entries: [warned] } },
    { name: 'a MUST failed after all', parts: { entries: [passed, broken] } },
    { name: 'the run was interrupted', parts: { entries: [passed], complete: false } },
  ])('is never good where $name, whatever the exit code says', ({ parts }) => {
    const report = sampleReport({ conclusion: conforms, ...parts });
    expect(conclusionOf(report).sign.tone).not.toBe('good');
    expect(renderers.terminal.render(report)).not.toMatch(/^✓/);
    expect(renderers.markdown.render(report)).not.toMatch(/^## ✓/);
    expect(renderers.html.render(report)).not.toContain('<h1 class="good">');
    const { failures, errors, tests } = parseXml(renderers.junit.render(report)).attributes;
    expect(Number(failures) + Number(errors)).toBeGreaterThan(0);
    expect(Number(tests)).toBeGreaterThan(0);
  });

  test('is partial where the target was gone, as told in every format, and not called an interruption', () => {
    const sentence = 'the target was gone before the end of the run: it burned down';
    const cut = { complete: false, gone: 'it burned down', conclusion: { exit: 69, sentence } };
    const report = sampleReport({ ...cut, entries: [passed] });
    expect(conclusionOf(report)).toMatchObject({ sentence, sign: { tone: 'open' } });
    expect(conclusionOf(report).partial).toContain('partial: the target was gone.');
    for (const renderer of Object.values(renderers)) {
      expect(renderer.render(report)).toContain(sentence);
      expect(renderer.render(report)).not.toContain('interrupted');
    }
    expect(renderers.junit.render(report)).toContain('name="run/as-a-whole"');
    const { gone, ...earlier } = sampleReport({ complete: false });
    expect(gone).toBeNull();
    expect(conclusionOf(earlier as Report).partial).toContain('interrupted');
  });

  test.each([
    [1, 'bad'],
    [2, 'open'],
    [3, 'bad'],
    [69, 'open'],
    [70, 'open'],
  ] as const)('with exit %i is %s and never green in junit', (exit, tone) => {
    const report = sampleReport({ conclusion: { exit, sentence: 'So it ended.' }, entries: [passed] });
    expect(conclusionOf(report).sign.tone).toBe(tone);
    const { failures, errors } = parseXml(renderers.junit.render(report)).attributes;
    expect([failures, errors]).toEqual(tone === 'bad' ? ['1', '0'] : ['0', '1']);
  });
});
