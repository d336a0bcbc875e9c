import { expect, test } from 'vitest';
import { noCreatePastTheWindow } from '../../../src/harness/invariants/no-create-past-the-window.js';
import {
  approved,
  declared,
  judged,
  lookedUp,
  passed,
  sent,
  unblocked,
} from '../../support/history-builder.js';

const policy = { windowMs: 10_000 };
const lost = [declared('task'), approved('task'), ...sent('x1', 1, { action: 'task', kind: 'unknown' })];
const again = sent('x2', 2, { action: 'task', kind: 'created', id: 'r2' });

test('holds where the sender looks up and sends no more', () => {
  const history = [...lost, passed(10_000), lookedUp('task', 'r1', { by: 'sender' })];
  expect(judged(noCreatePastTheWindow, history, { policy })).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by a create after the window', () => {
  expect(judged(noCreatePastTheWindow, [...lost, passed(10_000), again], { policy })).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'no create later than 10 s after the first', events: [4, 7] }],
  });
});

test('does not mind a create within it', () => {
  const history = [...lost, passed(5_000), again, passed(6_000)];
  expect(judged(noCreatePastTheWindow, history, { policy })).toEqual({ kind: 'holds', cases: 1 });
});

test('says nothing while the window lasts, of no window, or after an operator stepped in', () => {
  expect(judged(noCreatePastTheWindow, [...lost, passed(1_000), again], { policy }).kind).toBe('unknown');
  const endless = judged(noCreatePastTheWindow, [...lost, passed(10_000), again], {
    policy: { windowMs: null },
  });
  expect(endless.kind).toBe('unknown');
  const operated = [...lost, passed(10_000), unblocked('task'), again];
  expect(judged(noCreatePastTheWindow, operated, { policy }).kind).toBe('unknown');
});
