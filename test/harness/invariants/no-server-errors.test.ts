import { expect, test } from 'vitest';
import { noServerErrors } from '../../../src/harness/invariants/no-server-errors.js';
import { create, declared, judged } from '../../support/history-builder.js';

const failed = { kind: 'answered', status: 500, headers: [], body: '' } as const;

test('holds for plain answers', () => {
  const made = create('x1', { action: 'task', kind: 'created', id: 'r1' });
  expect(judged(noServerErrors, [declared('task'), made])).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by a 500 of the receiver', () => {
  const broke = create('x1', { action: 'task', kind: 'unknown', ended: { answer: failed } });
  expect(judged(noServerErrors, [declared('task'), broke])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'unknown (status 500)', events: [3, 4] }],
  });
});

test('says nothing of an error that a gateway gave', () => {
  const ended = { answer: failed, applied: ['gateway-answer'] } as const;
  const lost = create('x1', { action: 'task', kind: 'unknown', ended });
  expect(judged(noServerErrors, [declared('task'), lost]).kind).toBe('unknown');
});
