import { expect, test } from 'vitest';
import { sentMeansAcknowledged } from '../../../src/harness/invariants/sent-means-acknowledged.js';
import { counted, declared, judged, lookedUp, recorded, row, sent } from '../../support/history-builder.js';

const isSent = { state: 'sent', remoteId: 'rec-1' } as const;

test('holds where the answer named the record', () => {
  const history = [
    declared('task'),
    sent('x1', 1, { action: 'task', kind: 'created', id: 'rec-1' }),
    recorded('task', isSent, { exchange: 'x1', outcome: 'created' }),
    counted([row('task', isSent)]),
  ];
  expect(judged(sentMeansAcknowledged, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('holds where a look-up named the record', () => {
  const history = [
    declared('task'),
    sent('x1', 1, { action: 'task', kind: 'unknown' }),
    lookedUp('task', 'rec-1', { by: 'sender' }),
    recorded('task', isSent),
  ];
  expect(judged(sentMeansAcknowledged, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by a row that is sent after a lost reply', () => {
  const history = [
    declared('task'),
    sent('x1', 1, { action: 'task', kind: 'unknown' }),
    recorded('task', { state: 'sent' }, { exchange: 'x1', outcome: 'unknown' }),
  ];
  expect(judged(sentMeansAcknowledged, history)).toMatchObject({
    kind: 'broken',
    findings: [
      { actual: 'the last answer read unknown; the row names no record', action: 'task', events: [3, 4, 5] },
    ],
  });
});

test('is broken by an acknowledgement of another action', () => {
  const history = [
    declared('task'),
    declared('other'),
    sent('x1', 1, { action: 'other', kind: 'created', id: 'rec-1' }),
    recorded('task', isSent),
  ];
  expect(judged(sentMeansAcknowledged, history)).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', actual: 'nothing was sent; the row names record rec-1' }],
  });
});

test('is broken by what stands on disk alone', () => {
  const history = [declared('task'), counted([row('task', isSent)])];
  expect(judged(sentMeansAcknowledged, history).kind).toBe('broken');
});

test('holds where the receiver refused what has failed', () => {
  const history = [
    declared('task'),
    sent('x1', 1, { action: 'task', kind: 'rejected' }),
    recorded('task', { state: 'failed' }, { exchange: 'x1', outcome: 'rejected' }),
  ];
  expect(judged(sentMeansAcknowledged, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by an action that is given up because no answer came', () => {
  const history = [
    declared('task'),
    sent('x1', 1, { action: 'task', kind: 'unknown' }),
    recorded('task', { state: 'failed' }, { exchange: 'x1', outcome: 'unknown' }),
  ];
  expect(judged(sentMeansAcknowledged, history)).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'the last answer read unknown', action: 'task', events: [3, 4, 5] }],
  });
});

test('says nothing where nothing is sent', () => {
  expect(judged(sentMeansAcknowledged, [declared('task'), counted([row('task')])]).kind).toBe('unknown');
});
