import { describe, expect, it } from 'vitest';
import { compareTargets } from '../../../src/harness/judge/compare-targets.js';
import type { Entry, Report } from '../../../src/harness/model/report.js';
import { sampleEntry, sampleFinding, sampleReport } from '../../support/report-builder.js';

type Parts = Partial<Entry>;

const id = 'replay/same-record';
const failed: Parts = { verdict: 'fail', effect: 'broken', findings: [sampleFinding()] };
const failedInAnswer: Parts = { verdict: 'fail', answer: 'broken', findings: [sampleFinding()] };
const untried: Parts = { verdict: 'not-exercised' };

function target(name: string, parts: Parts, more: readonly Entry[] = []): Report {
  const sample = sampleReport();
  return { ...sample, target: { ...sample.target, name }, entries: [sampleEntry({ id, ...parts }), ...more] };
}

const alike = [sampleEntry({ id: 'lookup/complete' })];

describe('targets side by side', () => {
  it.each<[string, Parts, Parts, RegExp, number, number]>([
    [
      'a stand-in that is kinder',
      {},
      failed,
      /^A \(fake\) lies: it holds in 1 requirement that B \(real\) breaks: replay\/same-record\.$/,
      1,
      1,
    ],
    ['one that only says the wrong thing', failedInAnswer, failed, /^A \(fake\) lies/, 1, 1],
    [
      'one that is stricter',
      failed,
      {},
      /tells no lie in 2 requirements .+; it is stricter than B \(real\) in replay\/same-record\.$/,
      0,
      1,
    ],
    [
      'one that is alike',
      {},
      {},
      /^A \(fake\) tells no lie in 2 requirements settled with B \(real\) too\.$/,
      0,
      0,
    ],
    ['one that is broken alike', failed, failed, /tells no lie in 2/, 0, 0],
    ['what was not settled with the other', {}, untried, /tells no lie in 1 requirement /, 0, 0],
    ['a survey', { level: 'SURVEY' }, { ...failed, level: 'SURVEY' }, /tells no lie in 1 requirement /, 0, 0],
  ])('answers of %s', (_, fake, real, sentence, exit, strictly) => {
    const reports = [target('fake', fake, alike), target('real', real, alike)];
    const { conclusion } = compareTargets(reports, { strict: false });
    expect(conclusion.sentence).toMatch(sentence);
    expect(conclusion.exit).toBe(exit);
    expect(compareTargets(reports, { strict: true }).conclusion.exit).toBe(strictly);
  });

  it('can say nothing where nothing was settled with both', () => {
    const { conclusion, pairs } = compareTargets([target('fake', {}), target('real', untried)], {
      strict: false,
    });
    expect(conclusion).toMatchObject({
      exit: 2,
      sentence: expect.stringMatching(/^Nothing can be said/) as string,
    });
    expect(pairs[0]?.unknown).toEqual([id]);
  });

  it('holds the first against each of the others', () => {
    const reports = [
      target('fake', {}, alike),
      target('version 1', failed, alike),
      target('version 2', {}, [sampleEntry({ id: 'lookup/complete', ...failed })]),
    ];
    const { conclusion, pairs, requirements } = compareTargets(reports, { strict: false });
    expect(conclusion.sentence).toBe(
      'A (fake) lies: it holds in 1 requirement that B (version 1) breaks: replay/same-record; it holds in 1 requirement that C (version 2) breaks: lookup/complete.',
    );
    expect(pairs.map(({ kinder }) => kinder.map((each) => each.id))).toEqual([[id], ['lookup/complete']]);
    expect(
      requirements.map(({ first, standings }) => [first, standings.map((each) => each?.verdict)]),
    ).toEqual([
      ['kinder', ['pass', 'fail', 'pass']],
      ['kinder', ['pass', 'pass', 'fail']],
    ]);
  });

  it('says what the one that fails was found to do', () => {
    const { pairs } = compareTargets([target('fake', {}), target('real', failed)], { strict: false });
    expect(pairs[0]?.kinder[0]?.finding).toBe(sampleFinding().sentence);
  });
});
