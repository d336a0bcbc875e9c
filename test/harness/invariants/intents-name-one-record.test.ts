import { expect, test } from 'vitest';
import { intentsNameOneRecord } from '../../../src/harness/invariants/intents-name-one-record.js';
import { create, judged } from '../../support/history-builder.js';
import { contract, orders } from './intent-events.js';

const [order, again, stranger] = orders;

test('holds where every key is answered with the one record', () => {
  const happenings = [
    order,
    again,
    create('e1', { action: 'order', kind: 'created', id: 'r1' }),
    create('e2', { action: 'again', kind: 'replayed', id: 'r1' }),
    create('e3', { action: 'again', kind: 'mismatch' }),
  ];
  expect(judged(intentsNameOneRecord, happenings, { contract })).toEqual({ kind: 'holds', cases: 2 });
});

test('is broken where a key is answered with another record', () => {
  const happenings = [
    order,
    again,
    create('e1', { action: 'order', kind: 'created', id: 'r1' }),
    create('e2', { action: 'again', kind: 'created', id: 'r2' }),
  ];
  expect(judged(intentsNameOneRecord, happenings, { contract })).toMatchObject({
    kind: 'broken',
    findings: [
      {
        action: 'again',
        expected: 'record r1, which order was answered with',
        actual: 'created (status 201, naming r2)',
        events: [4, 5, 6, 7],
      },
    ],
  });
});

test('says nothing of one key, of other intents, or where nobody named a record', () => {
  const alone = [
    order,
    stranger,
    create('e1', { action: 'order', kind: 'created', id: 'r1' }),
    create('e2', { action: 'stranger', kind: 'created', id: 'r2' }),
  ];
  const unanswered = [order, again, create('e1', { action: 'order', kind: 'unknown' })];
  for (const happenings of [alone, unanswered]) {
    expect(judged(intentsNameOneRecord, happenings, { contract }).kind).toBe('unknown');
  }
  expect(judged(intentsNameOneRecord, [order, again]).kind).toBe('unknown');
});
