import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/harness/judge/build-report.js';
import { blockedByLoss, judgeHistory, type Judged } from '../../../src/harness/judge/judge-history.js';
import { settleDependencies } from '../../../src/harness/judge/settle-dependencies.js';
import type { EventBody } from '../../../src/harness/model/event.js';
import type { HistoryView } from '../../../src/harness/model/history-view.js';
import type { Invariant, InvariantResult } from '../../../src/harness/model/invariant.js';
import { create, declared, historyOf, type Happening } from '../../support/history-builder.js';
import { frame } from './report-frame.js';
import { failedIn, finding, judgedAs, scenarioOf } from './support.js';

const holds: InvariantResult = { kind: 'holds', cases: 1 };
const broken: InvariantResult = {
  kind: 'broken',
  cases: 1,
  findings: [
    { attempt: 'one course', action: null, sentence: 'Broken.', expected: '', actual: '', events: [1] },
  ],
};
const gone: EventBody = {
  type: 'target-gone',
  why: 'it burned down',
  output: null,
  unanswered: ['e2'],
};
const died: EventBody = { type: 'target-died', why: 'exit code 3', output: 'fatal: out of luck\n' };
const answered = create('e1', { action: 'task', kind: 'created', id: 'T-1' });
const unanswered = create('e2', { action: 'task', kind: 'unknown' });

function judge(invariants: readonly Invariant[], happenings: readonly Happening[]): Judged {
  const all = [declared('task'), ...happenings];
  return judgeHistory(scenarioOf(...invariants), 'MUST', historyOf(all).events, []);
}

describe('a history whose target was gone for good', () => {
  it('is blocked with the reason, though all that was seen holds', () => {
    expect(judge([finding(holds)], [answered, gone])).toMatchObject({
      verdict: 'blocked',
      why: 'the target was gone: it burned down',
    });
  });

  it('is a fail where a promise was broken before', () => {
    expect(judge([finding(broken)], [answered, gone]).verdict).toBe('fail');
  });

  it('shows no invariant the ends of exchanges that met nobody', () => {
    let seen: HistoryView | null = null;
    const looking: Invariant = {
      ...finding(holds),
      check: (history) => {
        seen = history;
        return holds;
      },
    };
    judge([looking], [answered, unanswered, gone]);
    const [only] = (seen as HistoryView | null)?.tries ?? [];
    expect(only?.exchanges.map(({ started, ended }) => [started.exchange, ended !== null])).toEqual([
      ['e1', true],
      ['e2', false],
    ]);
  });

  it('keeps its reason where what it stands on failed', () => {
    const ground = 'acceptance/creates-and-names-record';
    const { scenario } = judgedAs('replay/same-record');
    const lost = blockedByLoss(scenario, 'MUST', 'it burned down');
    const [, settled] = settleDependencies([failedIn('effect', ground), lost]);
    expect(settled).toMatchObject({ verdict: 'blocked', why: 'the target was gone: it burned down' });
  });
});

describe('a death that the kit has not asked for', () => {
  const again: EventBody = { type: 'target-started-again' };

  it('is a finding against what was asked last, also where every promise held', () => {
    const judged = judge([finding(holds)], [answered, unanswered, died, again]);
    expect(judged).toMatchObject({ verdict: 'fail', sides: { effect: 'holds', answer: 'broken' } });
    expect(judged.findings).toMatchObject([
      {
        invariant: 'process-stays-up',
        action: 'task',
        actual: 'exit code 3; it printed last: fatal: out of luck',
      },
    ]);
    const events = judged.findings[0]?.events ?? [];
    expect(events.map((seq) => judged.view?.events[seq]?.type)).toEqual([
      'exchange-started',
      'exchange-ended',
      'target-died',
    ]);
  });

  it('says nothing where nothing had been asked yet', () => {
    expect(judge([finding(holds)], [died, again, answered])).toMatchObject({ verdict: 'pass', findings: [] });
  });
});

describe('the report of a run whose target was gone', () => {
  const passed = judgedAs('acceptance/creates-and-names-record');
  const lost = blockedByLoss(judgedAs('key/case-kept').scenario, 'MUST', 'it burned down');
  const short = { ...frame, complete: false, gone: 'it burned down' };

  it('ends with 69, says why, and shows no grade', () => {
    const report = buildReport([passed, lost], short);
    expect(report.gone).toBe('it burned down');
    expect(report.conclusion).toEqual({
      exit: 69,
      sentence: 'the target was gone before the end of the run: it burned down; 1 requirement is blocked',
    });
    expect(report.grade).toMatchObject({
      reached: null,
      because: [{ requirement: null, reason: 'the target was gone before the end of the run' }],
    });
    expect(report.notExercised).toEqual([]);
  });

  it('ends with 69 also where a MUST failed or the kit did, and says what failed', () => {
    const others = [failedIn('answer', 'replay/marked'), judgedAs('key/empty', { verdict: 'kit-error' })];
    const { exit, sentence } = buildReport([passed, ...others, lost], short).conclusion;
    expect(exit).toBe(69);
    expect(sentence).toContain('it burned down; 1 requirement fails; 1 requirement is blocked');
  });
});
