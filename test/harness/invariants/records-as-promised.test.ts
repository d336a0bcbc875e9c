import { expect, test } from 'vitest';
import { recordsAsPromised } from '../../../src/harness/invariants/records-as-promised.js';
import { create, declared, judged, observed } from '../../support/history-builder.js';

const one = { anyOf: [1] };
const made = [declared('task'), ...create('x1', { action: 'task', kind: 'created', id: 'r1' })];

test('holds for the promised number of records', () => {
  expect(judged(recordsAsPromised, [...made, observed('task', ['r1'], { count: one })])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken by a second record, and cites every create under the marker', () => {
  const other = declared('other', { marker: 'tw-task' });
  const clash = create('x2', { action: 'other', kind: 'created', id: 'r2', started: { role: 'clash' } });
  const history = [...made, other, clash, observed('task', ['r1', 'r2'], { count: one })];
  expect(judged(recordsAsPromised, history)).toMatchObject({
    kind: 'broken',
    findings: [{ actual: '2 records: r1, r2', events: [3, 4, 6, 7, 8] }],
  });
});

test('is broken by one record too many under a marker that separate actions share, and says so of them', () => {
  const other = declared('other', { marker: 'tw-task' });
  const more = create('x2', { action: 'other', kind: 'created', id: 'r2' });
  const count = observed('task', ['r1', 'r2', 'r3'], { count: { anyOf: [2] } });
  expect(judged(recordsAsPromised, [...made, other, more, count])).toMatchObject({
    kind: 'broken',
    findings: [
      { sentence: '2 separate actions left 3 records: one at least was carried out more than once.' },
    ],
  });
});

test('says once what two counts show alike', () => {
  const early = observed('task', [], { when: 'early', count: one });
  const result = judged(recordsAsPromised, [...made, early, observed('task', [], { count: one })]);
  expect(result).toMatchObject({ kind: 'broken', cases: 2, findings: [{ events: [3, 4, 5] }] });
});

test('says twice what a later count shows worse', () => {
  const early = observed('task', ['r1', 'r2'], { when: 'early', count: one });
  const late = observed('task', ['r1', 'r2', 'r3'], { count: one });
  const result = judged(recordsAsPromised, [...made, early, late]);
  expect(result.kind === 'broken' ? result.findings.map(({ actual }) => actual) : []).toEqual([
    '2 records: r1, r2',
    '3 records: r1, r2, r3',
  ]);
});

test('says nothing where the count could not be finished', () => {
  const blind = observed('task', [], { count: one, complete: false, trouble: 'status 503' });
  expect(judged(recordsAsPromised, [...made, blind])).toEqual({
    kind: 'unknown',
    why: 'the records could not be counted: status 503',
  });
});
