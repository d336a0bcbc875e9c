import { expect, test } from 'vitest';
import { throttleKept } from '../../../src/harness/invariants/throttle-kept.js';
import {
  claimed,
  declared,
  judged,
  passed,
  recorded,
  sent,
  startMs,
  unblocked,
} from '../../support/history-builder.js';

const throttled = sent('x1', 1, { action: 'task', kind: 'throttled', retryAfterMs: 3_000, ms: 0 });
const waits = (nextAt: number) => recorded('task', {}, { nextAt, exchange: 'x1', outcome: 'throttled' });
test('holds where the next attempt waits as long as it was asked to', () => {
  const history = [declared('task'), throttled, waits(startMs + 3_000), passed(3_000), claimed('task', 2)];
  expect(judged(throttleKept, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by an attempt before the wait that was asked for', () => {
  const history = [declared('task'), throttled, waits(startMs), passed(1_000), claimed('task', 2)];
  expect(judged(throttleKept, history)).toMatchObject({
    kind: 'broken',
    findings: [
      {
        sentence: 'The sender came back before the wait was over that the receiver had asked for.',
        actual: 'the next attempt began 2 s too early',
        events: [4, 5, 7],
      },
    ],
  });
});

test('is broken by an attempt before the planned back-off', () => {
  const lost = sent('x1', 1, { action: 'task', kind: 'unknown', ms: 0 });
  const history = [declared('task'), lost, waits(startMs + 400), passed(100), claimed('task', 2)];
  expect(judged(throttleKept, history)).toMatchObject({
    kind: 'broken',
    findings: [{ sentence: 'The sender came back before its own back-off was over.' }],
  });
});

test('says nothing where an operator asked for the attempt', () => {
  const history = [
    declared('task'),
    throttled,
    waits(startMs + 3_000),
    unblocked('task'),
    claimed('task', 1),
  ];
  expect(judged(throttleKept, history).kind).toBe('unknown');
});

test('says nothing where no attempt followed', () => {
  expect(judged(throttleKept, [declared('task'), throttled, waits(startMs + 3_000)]).kind).toBe('unknown');
});
