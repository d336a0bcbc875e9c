import { expect, test } from 'vitest';
import { budgetKept } from '../../../src/harness/invariants/budget-kept.js';
import {
  approved,
  claimed,
  counted,
  declared,
  judged,
  passed,
  row,
  unblocked,
} from '../../support/history-builder.js';

const policy = { policy: { maxAttempts: 2, deadlineMs: 10_000 } };
const begun = [declared('task'), approved('task'), claimed('task', 1), claimed('task', 2)];
test('holds up to the last attempt', () => {
  expect(judged(budgetKept, begun, policy)).toEqual({ kind: 'holds', cases: 2 });
});

test('holds where an operator gave a new budget', () => {
  expect(judged(budgetKept, [...begun, unblocked('task'), claimed('task', 1)], policy)).toEqual({
    kind: 'holds',
    cases: 3,
  });
});

test('is broken by one attempt more', () => {
  expect(judged(budgetKept, [...begun, claimed('task', 3)], policy)).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'attempt 3', events: [3, 6] }],
  });
});

test('is broken by an act of an operator that changed nothing', () => {
  const refused = unblocked('task', { result: 'not-blocked' });
  expect(judged(budgetKept, [...begun, refused, claimed('task', 3)], policy).kind).toBe('broken');
});

test('is broken by an attempt after the deadline', () => {
  const late = [declared('task'), approved('task'), passed(10_000), claimed('task', 1)];
  expect(judged(budgetKept, late, policy)).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'an attempt 10 s after the budget began' }],
  });
});

test('is broken by a row that still waits after its last attempt', () => {
  const waiting = counted([row('task', { state: 'unknown', attempts: 2 })]);
  expect(judged(budgetKept, [...begun, waiting], policy)).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'the row is unknown after 2 attempts' }],
  });
});

test('says nothing where no attempt was made', () => {
  expect(judged(budgetKept, [declared('task'), approved('task')], policy).kind).toBe('unknown');
});
