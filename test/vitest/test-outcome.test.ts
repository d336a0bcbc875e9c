import { describe, expect, it } from 'vitest';
import type { Entry, Report } from '../../src/harness/model/report.js';
import { testOutcome } from '../../src/vitest/test-outcome.js';
import { sampleBaseline, sampleEntry, sampleFinding, sampleReport } from '../support/report-builder.js';

const id = 'lost-reply/timeout';

function outcomeOf(parts: Partial<Entry>, more: Partial<Report> = {}) {
  return testOutcome(sampleReport({ entries: [sampleEntry({ id, ...parts })], ...more }), id);
}

const why = 'needs restart';

describe('the test of a requirement', () => {
  it.each<[string, Partial<Entry>, Partial<Report>, string]>([
    ['a pass', {}, {}, 'pass'],
    ['a MUST that fails', { verdict: 'fail' }, {}, 'fail'],
    ['a SHOULD that fails', { verdict: 'fail', level: 'SHOULD' }, {}, 'warning'],
    ['a SURVEY that differs', { verdict: 'fail', level: 'SURVEY' }, {}, 'notice'],
    ['a SURVEY that is open', { verdict: 'inconclusive', level: 'SURVEY' }, {}, 'notice'],
    ['a MUST that is open', { verdict: 'inconclusive' }, {}, 'fail'],
    ['a SHOULD that is open', { verdict: 'inconclusive', level: 'SHOULD' }, {}, 'fail'],
    ['a fault of the kit', { verdict: 'kit-error', level: 'SURVEY' }, {}, 'fail'],
    ['what was not exercised', { verdict: 'not-exercised', why }, {}, 'skip'],
    ['what is blocked', { verdict: 'blocked', why }, {}, 'skip'],
    ['what an interrupted run did not reach', { verdict: 'not-exercised', why }, { complete: false }, 'fail'],
    ['what nobody asked of a target that was gone', { verdict: 'blocked', why }, { complete: false }, 'fail'],
    ['a known failure', { verdict: 'fail' }, { baseline: sampleBaseline }, 'skip'],
  ])('ends for %s', (_, parts, more, kind) => {
    expect(outcomeOf(parts, more).kind).toBe(kind);
  });

  it('fails where the report has no such requirement', () => {
    expect(testOutcome(sampleReport(), 'no/such').kind).toBe('fail');
  });

  it('says what happened, what was expected, what it costs, and how to repeat it', () => {
    const finding = sampleFinding();
    const { text } = outcomeOf({
      verdict: 'fail',
      findings: [finding],
      risk: 'Two orders.',
      replay: 'npx twiceshy run x',
    });
    expect(text.split('\n')).toEqual([
      finding.sentence,
      `  in "${finding.try}"`,
      `  expected: ${finding.expected}`,
      `  actual:   ${finding.actual}`,
      'risk: Two orders.',
      'repeat: npx twiceshy run x',
    ]);
  });

  it('counts the findings beyond the first three', () => {
    const findings = Array.from({ length: 5 }, () => sampleFinding());
    expect(outcomeOf({ verdict: 'fail', findings, moreFindings: 2 }).text).toContain('\nand 4 more\n');
  });

  it('says why something was skipped, and steers no terminal', () => {
    expect(outcomeOf({ verdict: 'not-exercised', why }).text).toBe(why);
    const escape = String.fromCodePoint(0x1b);
    for (const verdict of ['fail', 'inconclusive', 'blocked'] as const) {
      const { text } = outcomeOf({
        verdict,
        why: `${escape}[2J`,
        findings: [sampleFinding({ sentence: `${escape}c` })],
      });
      expect(text).not.toContain(escape);
    }
  });
});
