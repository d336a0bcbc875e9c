import { expect, test } from 'vitest';
import { throttlesNameTheirWait } from '../../../src/harness/invariants/throttles-name-their-wait.js';
import { create, declared, judged } from '../../support/history-builder.js';

const throttled = (retryAfterMs: number | null) => [
  declared('task'),
  ...create('x1', { action: 'task', kind: 'throttled', retryAfterMs }),
];

test('holds where the wait is named', () => {
  expect(judged(throttlesNameTheirWait, throttled(2_000))).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken where it is not', () => {
  expect(judged(throttlesNameTheirWait, throttled(null))).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'throttled (status 429)', events: [3, 4] }],
  });
});

test('says nothing of a refusal that was made up on the way', () => {
  const ended = { applied: ['throttle'] as const };
  const history = [declared('task'), create('x1', { action: 'task', kind: 'throttled', ended })];
  expect(judged(throttlesNameTheirWait, history).kind).toBe('unknown');
});
