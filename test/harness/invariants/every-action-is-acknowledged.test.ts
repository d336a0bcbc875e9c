import { expect, test } from 'vitest';
import { everyActionIsAcknowledged } from '../../../src/harness/invariants/every-action-is-acknowledged.js';
import { create, declared, judged } from '../../support/history-builder.js';

const busy = create('x1', { action: 'task', kind: 'in-flight' });
const lost = create('x1', { action: 'task', kind: 'unknown' });

test('holds where each was acknowledged in the end', () => {
  const again = create('x2', { action: 'task', kind: 'created', id: 'r1', started: { role: 'retry' } });
  expect(judged(everyActionIsAcknowledged, [declared('task'), busy, again])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken by an action that was told again and left open, and cites all that was said of it', () => {
  const again = create('x2', { action: 'task', kind: 'in-flight', started: { role: 'retry' } });
  expect(judged(everyActionIsAcknowledged, [declared('task'), busy, again])).toMatchObject({
    kind: 'broken',
    cases: 1,
    findings: [{ action: 'task', actual: 'in-flight (status 409)', events: [3, 4, 5, 6] }],
  });
});

test('is broken by an action that was refused among others that were done', () => {
  const done = create('x0', { action: 'other', kind: 'created', id: 'r1' });
  const refused = create('x1', { action: 'task', kind: 'rejected' });
  expect(
    judged(everyActionIsAcknowledged, [declared('other'), declared('task'), done, refused]),
  ).toMatchObject({ kind: 'broken', cases: 2, findings: [{ action: 'task' }] });
});

test('says nothing of an action that was never answered', () => {
  expect(judged(everyActionIsAcknowledged, [declared('task'), lost])).toEqual({
    kind: 'unknown',
    why: 'an action was never answered',
  });
});
