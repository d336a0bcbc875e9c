import { expect, test } from 'vitest';
import { retriesNameTheFirstRecord } from '../../../src/harness/invariants/retries-name-the-first-record.js';
import type { OutcomeKind } from '../../../src/harness/model/outcome.js';
import { create, declared, judged, lookedUp, observed } from '../../support/history-builder.js';

const first = [declared('task'), ...create('x1', { action: 'task', kind: 'created', id: 'r1' })];
const retry = (kind: OutcomeKind, id: string | null) =>
  create('x2', { action: 'task', kind, id, started: { role: 'retry' } });

test('holds where the retry names the first record', () => {
  expect(judged(retriesNameTheFirstRecord, [...first, retry('replayed', 'r1')])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('holds where the first answer was lost and the record is the one that is there', () => {
  const lost = create('x1', { action: 'task', kind: 'unknown' });
  const history = [declared('task'), lost, retry('replayed', 'r1'), observed('task', ['r1'])];
  expect(judged(retriesNameTheFirstRecord, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('holds where a look-up gives the id that the retry does not', () => {
  const history = [...first, retry('updated', null), lookedUp('task', 'r1')];
  expect(judged(retriesNameTheFirstRecord, history)).toEqual({ kind: 'holds', cases: 1 });
});

test.each([
  ['holds where other actions carry the marker, and the record is among those found', 'tw-task', 'holds'],
  ['is broken by several records where no other action carries the marker', 'tw-other', 'broken'],
] as const)('%s', (_, marker, kind) => {
  const finding = { kind: 'several', ids: ['r1', 'r2'] } as const;
  const looked = lookedUp('task', null, { finding });
  const history = [declared('other', { marker }), ...first, retry('exists', null), looked];
  expect(judged(retriesNameTheFirstRecord, history).kind).toBe(kind);
});

test('holds where the sender looked up in place of a retry', () => {
  const lost = create('x1', { action: 'task', kind: 'unknown' });
  const looked = lookedUp('task', 'r1', { by: 'sender' });
  expect(
    judged(retriesNameTheFirstRecord, [declared('task'), lost, looked, observed('task', ['r1'])]),
  ).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken by another record', () => {
  expect(judged(retriesNameTheFirstRecord, [...first, retry('created', 'r2')])).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'an acknowledgement of record r1', events: [3, 4, 5, 6] }],
  });
});

test('is broken by a retry that learns nothing', () => {
  expect(judged(retriesNameTheFirstRecord, [...first, retry('rejected', null)])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'rejected (status 400)' }],
  });
});

test.each(['gateway-answer', 'throttle', 'turn-away'] as const)(
  'says nothing of an answer that was made up on the way (%s)',
  (effect) => {
    const madeUp = create('x2', {
      action: 'task',
      kind: 'rejected',
      started: { role: 'retry' },
      ended: { applied: [effect] },
    });
    expect(judged(retriesNameTheFirstRecord, [...first, madeUp]).kind).toBe('unknown');
  },
);

test('says nothing of a send after one that never arrived', () => {
  const refused = create('x1', {
    action: 'task',
    kind: 'unknown',
    ended: { answer: { kind: 'lost', how: 'refused', detail: 'refused' }, delivered: 'none' },
  });
  expect(judged(retriesNameTheFirstRecord, [declared('task'), refused, retry('created', 'r1')]).kind).toBe(
    'unknown',
  );
});
