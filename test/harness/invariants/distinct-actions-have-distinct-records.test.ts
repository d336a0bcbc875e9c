import { expect, test } from 'vitest';
import { distinctActionsHaveDistinctRecords } from '../../../src/harness/invariants/distinct-actions-have-distinct-records.js';
import { create, declared, judged } from '../../support/history-builder.js';

const made = (action: string, exchange: string, id: string) => [
  declared(action),
  ...create(exchange, { action, kind: 'created', id }),
];

test('holds where each action is answered with a record of its own', () => {
  const history = [...made('monday', 'x1', 'r1'), ...made('tuesday', 'x2', 'r2')];
  expect(judged(distinctActionsHaveDistinctRecords, history)).toEqual({ kind: 'holds', cases: 2 });
});

test('is broken where one record stands for two actions', () => {
  const history = [...made('monday', 'x1', 'r1'), ...made('tuesday', 'x2', 'r1')];
  expect(judged(distinctActionsHaveDistinctRecords, history)).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'tuesday', actual: 'record r1 for action tuesday too', events: [3, 4, 6, 7] }],
  });
});

test('says nothing of one action', () => {
  expect(judged(distinctActionsHaveDistinctRecords, made('monday', 'x1', 'r1')).kind).toBe('unknown');
});
