import { expect, test } from 'vitest';
import { noSendWithoutLease } from '../../../src/harness/invariants/no-send-without-lease.js';
import { claimed, create, declared, judged, passed, sent, startMs } from '../../support/history-builder.js';

const done = { action: 'task', kind: 'created', id: 'rec-1' } as const;
const second = { worker: 'worker-2', facts: { leaseUntil: startMs + 9_000 } };

test('holds while the lease holds', () => {
  const history = [declared('task'), claimed('task', 1), passed(2_999), sent('x1', 1, done)];
  expect(judged(noSendWithoutLease, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by a request at the end of the lease', () => {
  const history = [declared('task'), claimed('task', 1), passed(3_000), sent('x1', 1, done)];
  expect(judged(noSendWithoutLease, history)).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'the request began 0 ms after the lease had ended', events: [3, 5] }],
  });
});

test('grants real clocks the time that a disk takes', () => {
  const history = (ms: number) => [declared('task'), claimed('task', 1), passed(ms), sent('x1', 1, done)];
  expect(judged(noSendWithoutLease, history(3_050), { clock: 'real' }).kind).toBe('holds');
  expect(judged(noSendWithoutLease, history(3_100), { clock: 'real' }).kind).toBe('broken');
});

test('is broken by a worker from whom the row was taken', () => {
  const history = [declared('task'), claimed('task', 1), claimed('task', 2, second), sent('x1', 1, done)];
  expect(judged(noSendWithoutLease, history)).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'another worker had already taken the action over', events: [3, 4, 5] }],
  });
});

test('is broken by a request without any claim', () => {
  expect(judged(noSendWithoutLease, [declared('task'), sent('x1', 1, done)])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'the request began without a lease' }],
  });
});

test('says nothing where no worker sent anything', () => {
  expect(judged(noSendWithoutLease, [declared('task'), create('x1', done)]).kind).toBe('unknown');
});
