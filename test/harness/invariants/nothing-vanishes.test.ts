import { expect, test } from 'vitest';
import { nothingVanishes } from '../../../src/harness/invariants/nothing-vanishes.js';
import { rowStates } from '../../../src/harness/model/outbox-row.js';
import { approved, claimed, counted, declared, judged, row } from '../../support/history-builder.js';

test.each(rowStates)('holds where the action is %s', (state) => {
  const history = [declared('task'), approved('task'), counted([row('task', { state })])];
  expect(judged(nothingVanishes, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by an approved action without a row', () => {
  const history = [declared('task'), approved('task'), claimed('task', 1), counted([])];
  expect(judged(nothingVanishes, history)).toMatchObject({
    kind: 'broken',
    findings: [
      { action: 'task', actual: 'no row; it was last seen as processing, attempt 1', events: [3, 4, 5] },
    ],
  });
});

test('says nothing where the ledger was not counted', () => {
  expect(judged(nothingVanishes, [declared('task'), approved('task')]).kind).toBe('unknown');
});
