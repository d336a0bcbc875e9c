import { expect, test } from 'vitest';
import { staleApprovalHeld } from '../../../src/harness/invariants/stale-approval-held.js';
import { approved, declared, judged, passed, sent, startMs } from '../../support/history-builder.js';

const done = sent('x1', 1, { action: 'task', kind: 'created', id: 'rec-1' });
const forOneSecond = approved('task', { expiresAt: startMs + 1_000 });
const tampered = { type: 'payload-tampered', action: 'task' } as const;

test('holds where the action is sent in time', () => {
  expect(judged(staleApprovalHeld, [declared('task'), forOneSecond, passed(999), done])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('holds where the action is held', () => {
  const held = { type: 'send-held', worker: 'worker-1', action: 'task', why: 'approval-expired' } as const;
  expect(judged(staleApprovalHeld, [declared('task'), forOneSecond, passed(1_000), held])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken by a request after the approval has expired', () => {
  expect(judged(staleApprovalHeld, [declared('task'), forOneSecond, passed(1_500), done])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'it was sent 500 ms after its approval had ended', events: [3, 5] }],
  });
});

test('is broken by a request with another content than the approved one', () => {
  expect(judged(staleApprovalHeld, [declared('task'), approved('task'), tampered, done])).toMatchObject({
    kind: 'broken',
    findings: [{ sentence: 'The sender sent another content than the one that was approved.' }],
  });
});

test('holds for what was sent before its content was changed', () => {
  expect(judged(staleApprovalHeld, [declared('task'), approved('task'), done, tampered])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('says nothing where no approval can go stale', () => {
  expect(judged(staleApprovalHeld, [declared('task'), approved('task'), done]).kind).toBe('unknown');
});
