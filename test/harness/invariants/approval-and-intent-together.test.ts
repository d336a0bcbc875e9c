import { expect, test } from 'vitest';
import { approvalAndIntentTogether } from '../../../src/harness/invariants/approval-and-intent-together.js';
import { approved, counted, declared, judged, keyOf, row } from '../../support/history-builder.js';

const died = { type: 'approval-crashed', action: 'task', key: keyOf('task') } as const;

test('holds where a death between the two writes left neither', () => {
  expect(judged(approvalAndIntentTogether, [declared('task'), died, counted([])])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('holds where both are there', () => {
  const both = [declared('task'), approved('task'), counted([row('task')])];
  expect(judged(approvalAndIntentTogether, both)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by an approval that nothing will deliver', () => {
  expect(
    judged(approvalAndIntentTogether, [declared('task'), died, counted([], [keyOf('task')])]),
  ).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', actual: 'the approval without its outbox row', events: [3, 4] }],
  });
});

test('is broken by a delivery that nobody approved', () => {
  expect(judged(approvalAndIntentTogether, [declared('task'), counted([row('task')], [])])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'the outbox row without its approval' }],
  });
});

test('says nothing where the ledger was not counted', () => {
  expect(judged(approvalAndIntentTogether, [declared('task'), approved('task')]).kind).toBe('unknown');
});
