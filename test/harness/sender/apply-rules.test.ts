import { describe, expect, it } from 'vitest';
import type { ApprovalRule } from '../../../src/harness/model/approval-rules.js';
import type { Json } from '../../../src/harness/model/json.js';
import { applyRules } from '../../../src/harness/sender/constraints/apply-rules.js';

const refund = { kind: 'refund', order: 1842, line: 2, amount: 1500 };
interface People {
  readonly requestedBy: string | null;
  readonly approvedBy: string | null;
}

const nobody: People = { requestedBy: null, approvedBy: null };

function rule(demand: ApprovalRule['demand'], when: ApprovalRule['when'] = []): ApprovalRule {
  return { name: 'the rule', when, demand };
}

function judged(given: ApprovalRule, payload: Json, people: Partial<People> = {}) {
  return applyRules([given], { payload, ...nobody, ...people });
}

describe('a rule about values', () => {
  const onePerLine = rule({ kind: 'one', per: ['/order', '/line'], lasts: 'open' });

  it('asks for one action for each combination of them', () => {
    const [first] = judged(onePerLine, refund).constraints;
    expect(first).toMatchObject({ rule: 'the rule', kind: 'one', lasts: 'open' });
    const onOf = (payload: Json) => judged(onePerLine, payload).constraints[0]?.on;
    expect(onOf({ ...refund, amount: 7, note: 'again' })).toBe(first?.on);
    expect(onOf({ ...refund, line: 3 })).not.toBe(first?.on);
    expect(onOf({ ...refund, order: 184, line: 22 })).not.toBe(first?.on);
  });

  it('is not got around by another spelling of the same value', () => {
    const [number] = judged(onePerLine, refund).constraints;
    const [text] = judged(onePerLine, { ...refund, order: '1842' }).constraints;
    expect(text).toEqual(number);
  });

  it.each([{ ...refund, line: null }, { kind: 'refund' }, 'refund', null, []])(
    'is broken by a payload that does not have them: %j',
    (payload) => {
      const { constraints, breaches } = judged(onePerLine, payload);
      expect(constraints).toEqual([]);
      expect(breaches).toMatchObject([{ rule: 'the rule', standing: null }]);
    },
  );

  it('is for the actions that it names alone', () => {
    const only = rule(onePerLine.demand, [{ at: '/kind', value: 'refund' }]);
    expect(judged(only, refund).constraints).toHaveLength(1);
    expect(judged(only, { kind: 'message' })).toEqual({ constraints: [], breaches: [] });
  });
});

describe('a rule about amounts', () => {
  const large = rule({ kind: 'approver', amount: '/amount', above: 1000 });
  const breachesOf = (payload: Json, people = {}) => judged(large, payload, people).breaches;

  it('lets an amount up to the threshold pass', () => {
    expect(breachesOf({ amount: 1000 })).toEqual([]);
    expect(breachesOf({ amount: '999.99' })).toEqual([]);
  });

  it.each([1000.01, -1500, '1500.00', '+1500', '-1500'])(
    'asks for somebody’s name above it: %j',
    (amount) => {
      expect(breachesOf({ amount })).toMatchObject([{ rule: 'the rule' }]);
      expect(breachesOf({ amount }, { approvedBy: 'Ada' })).toEqual([]);
    },
  );

  it('does not let who asked for it approve it, however the name is spelled', () => {
    const same = { requestedBy: 'Ada', approvedBy: ' ADA ' };
    expect(breachesOf({ amount: 1500 }, same)).toMatchObject([
      { why: expect.stringContaining('asked') as string },
    ]);
    expect(breachesOf({ amount: 1500 }, { ...same, approvedBy: 'Grace' })).toEqual([]);
    expect(breachesOf({ amount: 15 }, same)).toEqual([]);
  });

  it.each([{}, { amount: null }, { amount: 'much' }, { amount: '1,500' }, { amount: [1] }])(
    'is broken where no amount can be read: %j',
    (payload) => {
      expect(breachesOf(payload, { approvedBy: 'Ada' })).toMatchObject([{ rule: 'the rule' }]);
    },
  );
});
