import { expect, test } from 'vitest';
import { operationsStayApart } from '../../../src/harness/invariants/operations-stay-apart.js';
import { create, declared, judged, keyOf } from '../../support/history-builder.js';

const actions = [declared('task'), declared('note', { key: keyOf('task') })];
const first = create('x1', { action: 'task', kind: 'created', id: 'r1' });
const second = (id: string) =>
  create('x2', { action: 'note', kind: 'created', id, started: { purpose: 'second', role: 'probe' } });

test('holds where the second operation makes a record of its own', () => {
  expect(judged(operationsStayApart, [...actions, first, second('n1')])).toEqual({ kind: 'holds', cases: 1 });
});

test('holds where the second operation is refused', () => {
  const refused = create('x2', {
    action: 'note',
    kind: 'mismatch',
    started: { purpose: 'second', role: 'probe' },
  });
  expect(judged(operationsStayApart, [...actions, first, refused])).toEqual({ kind: 'holds', cases: 1 });
});

test("is broken by the first operation's record", () => {
  expect(judged(operationsStayApart, [...actions, first, second('r1')])).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'note', events: [4, 5, 6, 7] }],
  });
});

test('says nothing where a key met one operation only', () => {
  expect(judged(operationsStayApart, [...actions, first]).kind).toBe('unknown');
});
