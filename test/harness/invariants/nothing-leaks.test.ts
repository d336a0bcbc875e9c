import { expect, test } from 'vitest';
import { nothingLeaks } from '../../../src/harness/invariants/nothing-leaks.js';
import { create, createRequest, declared, judged } from '../../support/history-builder.js';

const made = [declared('task'), ...create('x1', { action: 'task', kind: 'created', id: 'rec-1' })];

const toOther = (body: string, path = '/tasks', request = createRequest('other')) =>
  create('x2', {
    action: 'task',
    kind: 'unknown',
    started: { credential: 'other_tenant', role: 'probe', request: { ...request, path } },
    ended: { answer: { kind: 'answered', status: 200, headers: [], body } },
  });

test('holds where another tenant is answered with what is its own', () => {
  expect(judged(nothingLeaks, [...made, toOther('{"id":"rec-2"}')])).toEqual({ kind: 'holds', cases: 1 });
});

test.each([
  ['the id', '{"id":"rec-1"}', 'rec-1'],
  ['the content', '{"title":"tw-task"}', 'tw-task'],
])('is broken where the answer shows %s of the owner', (_, body, shown) => {
  expect(judged(nothingLeaks, [...made, toOther(body)])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: `the answer shows ${shown}`, events: [5, 6] }],
  });
});

test('does not mind an answer that repeats what was asked', () => {
  const asked = toOther('no record rec-1 for tw-task', '/tasks/rec-1', createRequest('task'));
  expect(judged(nothingLeaks, [...made, asked])).toEqual({ kind: 'holds', cases: 1 });
});

test('does not mind content that the other tenant has sent as its own before', () => {
  const own = create('x3', {
    action: 'task',
    kind: 'created',
    id: 'rec-9',
    started: { credential: 'other_tenant', request: createRequest('task') },
  });
  const shown = toOther('{"id":"rec-9","title":"tw-task"}');
  expect(judged(nothingLeaks, [declared('task'), ...own, ...made.slice(1), ...shown])).toEqual({
    kind: 'holds',
    cases: 2,
  });
});

test('says nothing of answers to the owner', () => {
  expect(judged(nothingLeaks, made).kind).toBe('unknown');
});
