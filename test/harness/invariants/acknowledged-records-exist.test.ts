import { expect, test } from 'vitest';
import { acknowledgedRecordsExist } from '../../../src/harness/invariants/acknowledged-records-exist.js';
import {
  create,
  declared,
  fetched,
  judged,
  lookedUp,
  observed,
  passed,
} from '../../support/history-builder.js';

const made = [declared('task'), ...create('x1', { action: 'task', kind: 'created', id: 'r1' })];

test('holds where a late count shows the record', () => {
  expect(judged(acknowledgedRecordsExist, [...made, observed('task', ['r1'])])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('holds where another action with the same marker was counted', () => {
  const other = declared('other', { marker: 'tw-task' });
  expect(
    judged(acknowledgedRecordsExist, [
      ...made,
      other,
      ...create('x2', { action: 'other', kind: 'created', id: 'r2' }),
      observed('task', ['r1', 'r2']),
    ]),
  ).toEqual({ kind: 'holds', cases: 2 });
});

test('holds for what the sender found by a look-up in place of a retry', () => {
  const lost = create('x1', { action: 'task', kind: 'unknown' });
  const found = lookedUp('task', 'r1', { by: 'sender' });
  expect(judged(acknowledgedRecordsExist, [declared('task'), lost, found, observed('task', ['r1'])])).toEqual(
    { kind: 'holds', cases: 1 },
  );
});

test('is broken by a fetch that finds nothing', () => {
  const gone = fetched('task', 'r1', { finding: { kind: 'absent' } });
  expect(judged(acknowledgedRecordsExist, [...made, gone])).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', expected: 'record r1 can be seen by its owner', events: [3, 4, 5] }],
  });
});

test('is broken by a count at once, when the settle time has passed before it', () => {
  const history = [...made, passed(1_000, 'settle'), observed('task', [], { when: 'early' })];
  expect(judged(acknowledgedRecordsExist, history).kind).toBe('broken');
});

test('says nothing from a count right after the answer', () => {
  expect(judged(acknowledgedRecordsExist, [...made, observed('task', [], { when: 'early' })]).kind).toBe(
    'unknown',
  );
});
