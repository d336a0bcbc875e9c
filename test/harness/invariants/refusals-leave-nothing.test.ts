import { expect, test } from 'vitest';
import { refusalsLeaveNothing } from '../../../src/harness/invariants/refusals-leave-nothing.js';
import { create, declared, judged, observed } from '../../support/history-builder.js';

const refused = create('x1', { action: 'task', kind: 'rejected' });

test('holds where nothing of a refused request is there', () => {
  expect(judged(refusalsLeaveNothing, [declared('task'), refused, observed('task', [])])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken by a record of a refused request', () => {
  expect(judged(refusalsLeaveNothing, [declared('task'), refused, observed('task', ['r1'])])).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', actual: 'record r1', events: [3, 4, 5] }],
  });
});

test('says nothing of an action that was accepted in the end', () => {
  const accepted = create('x2', { action: 'task', kind: 'created', id: 'r1' });
  const history = [declared('task'), refused, accepted, observed('task', ['r1'])];
  expect(judged(refusalsLeaveNothing, history).kind).toBe('unknown');
});
