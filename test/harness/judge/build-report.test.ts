import { describe, expect, it } from 'vitest';
import { buildReport, type ReportFrame } from '../../../src/harness/judge/build-report.js';
import { notExercised, type Judged } from '../../../src/harness/judge/judge-history.js';
import { frame } from './report-frame.js';
import { failedIn, judgedAs } from './support.js';

const core = ['acceptance/creates-and-names-record', 'replay/same-record', 'lost-reply/timeout'];

function ended(judged: readonly Judged[], more: Partial<ReportFrame> = {}) {
  return buildReport(judged, { ...frame, ...more }).conclusion;
}

const sound = core.map((id) => judgedAs(id));
const other = 'key/case-kept';
const open = judgedAs(other, { verdict: 'inconclusive', why: 'nobody looked' });
const unreached = notExercised(judgedAs(other).scenario, 'MUST', ['observe']);

describe('how a run ends', () => {
  it.each<[string, readonly Judged[], Partial<ReportFrame>, number]>([
    ['all hold', sound, {}, 0],
    ['a MUST fails', [...sound, failedIn('effect', other)], {}, 1],
    ['a MUST fails and the rest is open', [open, failedIn('effect', core[0] ?? '')], { complete: false }, 1],
    ['a SHOULD fails', [...sound, failedIn('answer', other, { level: 'SHOULD' })], {}, 0],
    ['a SURVEY fails', [...sound, failedIn('answer', other, { level: 'SURVEY' })], {}, 0],
    ['a MUST is not settled', [...sound, open], {}, 2],
    ['a SHOULD is not settled', [...sound, { ...open, level: 'SHOULD' }], {}, 0],
    ['the kit failed', [...sound, judgedAs(other, { verdict: 'kit-error' })], {}, 70],
    ['the run was interrupted', sound, { complete: false }, 2],
    ['nothing of level MUST ran', [{ ...judgedAs(other), level: 'SURVEY' }], {}, 2],
    ['nothing was selected', [], {}, 2],
    ['a MUST was not exercised', [...sound, unreached], {}, 0],
    ['the same, strictly', [...sound, unreached], { strict: true }, 2],
    ['the required grade is reached', sound, { required: 'retry-safe' }, 0],
    ['a part was asked for and holds', [judgedAs(other)], {}, 0],
    ['a grade was asked for over that part', [judgedAs(other)], { required: 'unsafe' }, 2],
  ])('when %s', (_, judged, more, exit) => {
    expect(ended(judged, more).exit).toBe(exit);
  });

  it('does not conform when the required grade is missed, though only a SHOULD failed', () => {
    const missed = failedIn('effect', 'replay/after-update', { level: 'SHOULD' });
    const { exit, sentence } = ended([...sound, missed], { required: 'retry-safe' });
    expect(exit).toBe(1);
    expect(sentence).toContain('does not conform: grade duplicate-safe, retry-safe is required');
  });

  it('is open when all that a grade rests on was asked for, and not shown', () => {
    const without = core.map((id) => notExercised(judgedAs(id).scenario, 'MUST', ['observe']));
    const { exit, sentence } = ended([...without, judgedAs('sender/budget-kept')]);
    expect(exit).toBe(2);
    expect(sentence).toContain('no grade was shown (acceptance/creates-and-names-record');
  });

  it('says of a pass in part that it is one, and under --strict is open', () => {
    const partly = judgedAs(other, { leftOut: [{ try: 'x', needs: ['y'] }] });
    expect(ended([...sound, partly]).sentence).toContain(
      'conforms in 4 requirements of level MUST; 1 of them tried in part',
    );
    expect(ended([...sound, partly], { strict: true }).exit).toBe(2);
  });
});

describe('the report', () => {
  it('lists the first findings and counts the rest', () => {
    const failed = failedIn('effect', other);
    const [finding] = failed.findings;
    if (finding === undefined) throw new Error('A failure has a finding.');
    const { entries } = buildReport(
      [{ ...failed, findings: Array.from({ length: 8 }, () => finding) }],
      frame,
    );
    expect(entries[0]).toMatchObject({ moreFindings: 3, verdict: 'fail', effect: 'broken' });
    expect(entries[0]?.findings).toHaveLength(5);
  });

  it('says of what was not exercised what would let it be', () => {
    expect(buildReport([unreached], frame).notExercised).toEqual([
      {
        id: other,
        level: 'MUST',
        needs: ['observe'],
        unlock: 'an `observe` section: without a count there is no verdict',
      },
    ]);
  });
});

describe('how a run with a baseline ends', () => {
  const known = (...ids: readonly string[]): Partial<ReportFrame> => ({
    startedAt: '2026-06-15T12:00:00.000Z',
    known: {
      file: 'known.json',
      failures: ids.map((id) => ({ id, reason: 'r', owner: 'o', expires: '2026-12-31' })),
    },
  });
  const failed = failedIn('answer', other);

  it.each<[string, readonly Judged[], Partial<ReportFrame>, number]>([
    ['all that fails is known', [...sound, failed], known(other), 0],
    ['nothing fails, and nothing was known', sound, known(), 0],
    ['all that was asked fails, and is known', [failed], known(other), 0],
    ['another one fails', [...sound, failed], known(), 3],
    [
      'another one fails and the rest is open',
      [...sound, failed, { ...open, scenario: judgedAs('replay/many-uses').scenario }],
      known(),
      3,
    ],
    ['what is known holds', sound, known(core[0] ?? ''), 3],
    ['what is known holds, and the rest is open', [...sound, open], known(core[0] ?? ''), 2],
    ['what is known was not settled', [...sound, open], known(other), 2],
    ['what is known was not exercised', [...sound, unreached], known(other), 0],
    ['the same, strictly', [...sound, unreached], { ...known(other), strict: true }, 2],
    [
      'the kit failed where a failure is known',
      [...sound, judgedAs(other, { verdict: 'kit-error' })],
      known(other),
      70,
    ],
    ['the run was interrupted', [...sound, failed], { ...known(other), complete: false }, 2],
    ['the target was gone', [...sound, failed], { ...known(other), gone: 'it died' }, 69],
    ['a SHOULD fails that is not listed', [...sound, { ...failed, level: 'SHOULD' }], known(), 0],
  ])('when %s', (_, judged, more, exit) => {
    expect(ended(judged, more).exit).toBe(exit);
  });

  it('is not taken for conforming', () => {
    expect(ended([...sound, failed], known(other)).sentence).toBe(
      `1 known failure (${other}); otherwise conforms in 3 requirements of level MUST`,
    );
  });
});
