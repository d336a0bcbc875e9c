import { expect, test } from 'vitest';
import { finalIsFinal } from '../../../src/harness/invariants/final-is-final.js';
import {
  claimed,
  counted,
  declared,
  judged,
  recorded,
  row,
  unblocked,
} from '../../support/history-builder.js';

test.each(['sent', 'failed', 'blocked'] as const)('holds where a %s row stays so', (state) => {
  const history = [declared('task'), recorded('task', { state }), counted([row('task', { state })])];
  expect(judged(finalIsFinal, history)).toEqual({ kind: 'holds', cases: 1 });
});

test.each(['sent', 'failed', 'blocked'] as const)('is broken by a %s row that is taken again', (state) => {
  const history = [declared('task'), recorded('task', { state }), claimed('task', 2)];
  expect(judged(finalIsFinal, history)).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', actual: `it went from ${state} to processing`, events: [3, 4] }],
  });
});

test('is broken by a row that is otherwise on disk', () => {
  const history = [declared('task'), recorded('task', { state: 'sent' }), counted([row('task')])];
  expect(judged(finalIsFinal, history).kind).toBe('broken');
});

test('lets an operator take a blocked row up again', () => {
  const history = [
    declared('task'),
    recorded('task', { state: 'blocked' }),
    unblocked('task'),
    claimed('task', 1),
  ];
  expect(judged(finalIsFinal, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('lets no operator undo what is sent', () => {
  const history = [
    declared('task'),
    recorded('task', { state: 'sent' }),
    unblocked('task'),
    claimed('task', 1),
  ];
  expect(judged(finalIsFinal, history).kind).toBe('broken');
});

test('says nothing where no action came to an end', () => {
  expect(judged(finalIsFinal, [declared('task'), claimed('task', 1)]).kind).toBe('unknown');
});
