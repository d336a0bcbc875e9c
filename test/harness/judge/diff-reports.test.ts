import { describe, expect, it } from 'vitest';
import { diffReports } from '../../../src/harness/judge/diff-reports.js';
import type { ContractLine, Entry, Report } from '../../../src/harness/model/report.js';
import type { Grade } from '../../../src/harness/model/verdict.js';
import { sampleEntry, sampleFinding, sampleReport } from '../../support/report-builder.js';

const id = 'replay/same-record';
const other = sampleEntry({ id: 'lookup/complete' });

type Parts = Partial<Entry>;

function reportOf(parts: Parts | null, more: Partial<Report> = {}): Report {
  const entries = parts === null ? [other] : [sampleEntry({ id, ...parts }), other];
  return sampleReport({ entries, contract: [], ...more });
}

function diffOf(old: Parts | null, young: Parts | null, strict = false) {
  return diffReports(reportOf(old), reportOf(young), { strict });
}

const failed: Parts = { verdict: 'fail', effect: 'broken', findings: [sampleFinding()] };
const failedInAnswer: Parts = { verdict: 'fail', answer: 'broken' };
const open: Parts = { verdict: 'inconclusive', why: 'nobody looked' };
const untried: Parts = { verdict: 'not-exercised' };
const blocked: Parts = { verdict: 'blocked' };

describe('the difference of two reports', () => {
  it.each<[string, Parts | null, Parts | null, string | null, number]>([
    ['a pass that fails', {}, failed, 'worse', 1],
    ['a pass that is open', {}, open, 'worse', 1],
    ['a doubt that fails', open, failed, 'worse', 1],
    ['a wrong answer that is a wrong deed', failedInAnswer, failed, 'worse', 1],
    ['a failure that nobody had looked for', untried, failed, 'worse', 1],
    ['a failure that nobody had asked for', null, failed, 'worse', 1],
    ['a failure that holds', failed, {}, 'better', 0],
    ['a doubt that is gone', open, {}, 'better', 0],
    ['a wrong deed that is a wrong answer', failed, failedInAnswer, 'better', 0],
    ['a pass that nobody had looked for', untried, {}, 'newly exercised', 0],
    ['what was blocked and holds', blocked, {}, 'newly exercised', 0],
    ['a pass that nobody looked for', {}, untried, 'no longer exercised', 0],
    ['a failure that is blocked', failed, blocked, 'no longer exercised', 0],
    ['a pass that nobody asked for', {}, null, 'no longer exercised', 0],
    ['another level', {}, { level: 'SHOULD' }, 'otherwise changed', 0],
    ['a survey that differs', { level: 'SURVEY' }, { ...failed, level: 'SURVEY' }, 'otherwise changed', 0],
    ['nothing', {}, {}, null, 0],
    ['a failure that stays', failed, failed, null, 0],
    ['what was never looked for', untried, blocked, null, 0],
  ])('tells %s', (_, old, young, kind, exit) => {
    const { changes, conclusion } = diffOf(old, young);
    expect(changes.map((change) => [change.id, change.kind])).toEqual(kind === null ? [] : [[id, kind]]);
    expect(conclusion.exit).toBe(exit);
  });

  it('says what was found of what is worse', () => {
    expect(diffOf({}, failed).changes[0]?.what).toBe(
      `MUST pass → MUST fail in effect: ${sampleFinding().sentence}`,
    );
  });

  it('takes what is no longer exercised for worse when it is asked to', () => {
    expect(diffOf({}, untried, true).conclusion.exit).toBe(1);
    expect(diffOf({ level: 'SURVEY' }, { ...untried, level: 'SURVEY' }, true).conclusion.exit).toBe(0);
  });

  it('says nothing of reports that have settled nothing in common, or of a run that was cut short', () => {
    const settle = (entries: readonly Entry[]): Report => sampleReport({ entries });
    expect(
      diffReports(settle([other]), settle([sampleEntry({ id })]), { strict: false }).conclusion.exit,
    ).toBe(2);
    expect(
      diffReports(reportOf({}), reportOf({}, { complete: false }), { strict: false }).conclusion.exit,
    ).toBe(2);
    expect(
      diffReports(reportOf({}), reportOf(failed, { complete: false }), { strict: false }).conclusion.exit,
    ).toBe(1);
  });

  it.each<[Grade | null, Grade | null, string]>([
    ['retry-safe', 'duplicate-safe', 'worse'],
    ['reconcile-first', null, 'worse'],
    [null, 'unsafe', 'worse'],
    ['unsafe', null, 'better'],
    [null, 'reconcile-first', 'better'],
    ['duplicate-safe', 'duplicate-safe', 'same'],
  ])('calls the way from the grade %s to %s %s', (old, young, kind) => {
    const graded = (reached: Grade | null): Report => {
      const report = reportOf({});
      return { ...report, grade: { ...report.grade, reached } };
    };
    const { grade, conclusion } = diffReports(graded(old), graded(young), { strict: false });
    expect(grade.kind).toBe(kind);
    expect(conclusion.exit).toBe(kind === 'worse' ? 1 : 0);
  });

  it('names a change of the policy, member by member', () => {
    const report = reportOf({});
    const policy = { ...report.grade.policy, retry: 'never' as const, text: ['another sentence'] };
    const { policy: drift } = diffReports(
      report,
      { ...report, grade: { ...report.grade, policy } },
      { strict: false },
    );
    expect(drift.map(({ member, new: young }) => [member, young])).toEqual([['retry', '"never"']]);
  });

  it('names other requirement sets, targets and efforts', () => {
    const young = reportOf({}, { effort: 'quick', requirements: { set: 2, digest: 'f'.repeat(64) } });
    const { notes } = diffReports(
      reportOf({}),
      { ...young, target: { ...young.target, name: 'B' } },
      { strict: false },
    );
    expect(notes.join('\n')).toMatch(/targets differ.+\n.+requirement sets differ.+\n.+effort differs/);
  });
});

const line: ContractLine = {
  claim: 'replay',
  declared: 'same_id',
  observed: 'same_response',
  agrees: 'agrees',
  fits: ['same_id', 'same_response'],
  between: null,
  cases: 3,
  seenIn: [id],
};

describe('the drift of a contract', () => {
  it.each<[string, Partial<ContractLine>, readonly string[]]>([
    ['nothing', {}, []],
    ['another claim', { declared: 'error_only' }, ['declared']],
    ['another conduct', { observed: 'error_only', fits: ['error_only'] }, ['observed']],
    ['a conduct that may be the same', { observed: 'same_id', fits: ['same_id'] }, []],
    ['what was not exercised', { observed: 'not exercised', fits: [], cases: 0 }, []],
  ])('tells %s', (_, parts, differs) => {
    const { contract } = diffReports(
      reportOf({}, { contract: [line] }),
      reportOf({}, { contract: [{ ...line, ...parts }] }),
      { strict: false },
    );
    expect(contract.flatMap((drift) => drift.differs)).toEqual(differs);
  });

  it('takes no two measured times for different conduct, and two windows only where they cannot be the same', () => {
    const lines = (observed: string, between: ContractLine['between']): Partial<Report> => ({
      contract: [{ ...line, fits: [], observed, between }],
    });
    const drift = (old: Partial<Report>, young: Partial<Report>): number =>
      diffReports(reportOf({}, old), reportOf({}, young), { strict: false }).contract.length;
    expect(
      drift(
        lines('half within 3 ms, all within 1.2 s', null),
        lines('half within 5 ms, all within 900 ms', null),
      ),
    ).toBe(0);
    expect(drift(lines('apart', null), lines('shared', null))).toBe(1);
    const hours = (from: number, to: number): ContractLine['between'] => ({
      atLeastMs: from * 3.6e6,
      atMostMs: to * 3.6e6,
    });
    expect(drift(lines('a', hours(12, 25)), lines('b', hours(20, 30)))).toBe(0);
    expect(drift(lines('a', hours(12, 25)), lines('b', hours(26, 30)))).toBe(1);
  });
});
