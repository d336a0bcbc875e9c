import { expect, test } from 'vitest';
import { retriesEndAtTheFirstRecord } from '../../../src/harness/invariants/retries-end-at-the-first-record.js';
import { retriesNameTheFirstRecord } from '../../../src/harness/invariants/retries-name-the-first-record.js';
import type { OutcomeKind } from '../../../src/harness/model/outcome.js';
import { create, declared, judged, observed } from '../../support/history-builder.js';

const first = [declared('task'), ...create('x1', { action: 'task', kind: 'created', id: 'r1' })];

function retry(exchange: string, kind: OutcomeKind, id: string | null = null) {
  return create(exchange, { action: 'task', kind, id, started: { role: 'retry' } });
}

function serverError(exchange: string) {
  return create(exchange, {
    action: 'task',
    kind: 'unknown',
    started: { role: 'retry' },
    ended: { answer: { kind: 'answered', status: 500, headers: [], body: '' } },
  });
}

test('holds where a server error is followed by the first record', () => {
  const history = [...first, serverError('x2'), retry('x3', 'replayed', 'r1')];
  expect(judged(retriesEndAtTheFirstRecord, history)).toEqual({ kind: 'holds', cases: 1 });
  expect(judged(retriesNameTheFirstRecord, history).kind).toBe('broken');
});

test('is broken where a server error is the last word', () => {
  const history = [...first, retry('x2', 'replayed', 'r1'), serverError('x3')];
  expect(judged(retriesEndAtTheFirstRecord, history)).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'unknown (status 500)' }],
  });
});

test('is broken where the key is in flight for ever', () => {
  const history = [...first, retry('x2', 'in-flight'), retry('x3', 'in-flight')];
  expect(judged(retriesEndAtTheFirstRecord, history)).toMatchObject({
    kind: 'broken',
    findings: [{ actual: expect.stringContaining('in-flight') as string }],
  });
});

test('is broken by another record, whatever comes after it', () => {
  const history = [...first, retry('x2', 'created', 'r2'), retry('x3', 'replayed', 'r1')];
  expect(judged(retriesEndAtTheFirstRecord, history)).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'an acknowledgement of record r1' }],
  });
});

test('is broken by a definite no before the record: a sender would have stopped there', () => {
  const history = [...first, retry('x2', 'rejected'), retry('x3', 'replayed', 'r1')];
  expect(judged(retriesEndAtTheFirstRecord, history).kind).toBe('broken');
});

test('proves nothing without a retry that was answered', () => {
  expect(judged(retriesEndAtTheFirstRecord, [...first, observed('task', ['r1'])]).kind).toBe('unknown');
});
