import { describe, expect, it } from 'vitest';
import { judgeHistory, type Judged } from '../../../src/harness/judge/judge-history.js';
import type { EventBody } from '../../../src/harness/model/event.js';
import type { Invariant, InvariantResult } from '../../../src/harness/model/invariant.js';
import {
  create,
  declared,
  historyOf,
  historyOpened,
  sealed,
  type Happening,
} from '../../support/history-builder.js';
import { finding, scenarioOf } from './support.js';

const holds: InvariantResult = { kind: 'holds', cases: 2 };
const unknown: InvariantResult = { kind: 'unknown', why: 'nothing was looked at' };
const broken: InvariantResult = {
  kind: 'broken',
  cases: 1,
  findings: [
    { attempt: 'one course', action: null, sentence: 'It is broken.', expected: '', actual: '', events: [1] },
  ],
};

function judge(invariants: readonly Invariant[], happenings: readonly Happening[] = []): Judged {
  return judgeHistory(scenarioOf(...invariants), 'MUST', historyOf(happenings).events, []);
}

const lose = { kind: 'lose-reply' } as const;

function lossy(ended: Partial<Extract<EventBody, { type: 'exchange-ended' }>>): readonly Happening[] {
  return [
    declared('task'),
    create('e1', { action: 'task', kind: 'created', started: { effects: [lose] }, ended }),
  ];
}

describe('a verdict on a history', () => {
  it('is a pass where every promise was looked at and holds', () => {
    expect(judge([finding(holds), finding(holds, 'answer')])).toMatchObject({
      verdict: 'pass',
      why: '',
      cases: 4,
      sides: { effect: 'holds', answer: 'holds', sender: 'not-judged' },
    });
  });

  it('is a fail where one is broken, whatever else is open', () => {
    const judged = judge(
      [finding(unknown), finding(broken, 'answer')],
      [{ type: 'limit-reached', limit: 'creates', most: 3 }],
    );
    expect(judged).toMatchObject({
      verdict: 'fail',
      why: '',
      sides: { effect: 'not-judged', answer: 'broken' },
    });
    expect(judged.findings).toMatchObject([{ invariant: 'answer-broken', about: 'answer' }]);
  });

  it('is never a pass over nothing', () => {
    expect(judge([finding(holds), finding(unknown, 'answer')])).toMatchObject({
      verdict: 'inconclusive',
      why: 'nothing was looked at (answer-unknown)',
    });
    expect(judge([])).toMatchObject({ verdict: 'inconclusive', why: 'nothing was judged' });
    const untried = judgeHistory(scenarioOf(finding(holds)), 'MUST', sealed([historyOpened()]), []);
    expect(untried).toMatchObject({ verdict: 'inconclusive', why: 'nothing was tried' });
  });

  it.each<[string, EventBody, string]>([
    ['a limit', { type: 'limit-reached', limit: 'creates', most: 3 }, 'the limit of 3 creates was reached'],
    ['an interruption', { type: 'run-interrupted', why: 'interrupted by the operator' }, 'interrupted'],
  ])('is inconclusive after %s', (_, event, why) => {
    const judged = judge([finding(holds)], [event]);
    expect(judged.verdict).toBe('inconclusive');
    expect(judged.why).toContain(why);
  });

  it('is inconclusive where a fault changed nothing, or befell a request that was not delivered', () => {
    expect(judge([finding(holds)], lossy({ applied: [] })).why).toContain('lose-reply changed nothing');
    expect(judge([finding(holds)], lossy({ applied: ['lose-reply'], delivered: 'unknown' })).why).toContain(
      'was not delivered',
    );
    expect(judge([finding(holds)], lossy({ applied: ['lose-reply'], delivered: 'whole' })).verdict).toBe(
      'pass',
    );
  });

  it('is the fault of the kit where the kit failed, in the run or in judging', () => {
    const failed = judge([finding(broken)], [{ type: 'kit-failed', message: 'Error: out of paper' }]);
    expect(failed).toMatchObject({ verdict: 'kit-error', why: 'Error: out of paper' });
    const throwing: Invariant = {
      ...finding(holds),
      check: () => {
        throw new Error('no such pointer');
      },
    };
    expect(judge([throwing])).toMatchObject({
      verdict: 'kit-error',
      why: 'the judge failed: no such pointer',
    });
  });

  it('carries the tries that were left out, so that a pass tells what it is worth', () => {
    const left: EventBody = { type: 'try-left-out', try: 'while refused', needs: ['refused-credential'] };
    expect(judge([finding(holds)], [left]).leftOut).toEqual([
      { try: 'while refused', needs: ['refused-credential'] },
    ]);
  });
});
