import { expect, test } from 'vitest';
import { refusedCredentialIsRefused } from '../../../src/harness/invariants/refused-credential-is-refused.js';
import type { OutcomeKind } from '../../../src/harness/model/outcome.js';
import { create, declared, judged } from '../../support/history-builder.js';

const asRefused = (kind: OutcomeKind, status: number) =>
  create('x1', {
    action: 'task',
    kind,
    started: { credential: 'refused', role: 'probe' },
    ended: { answer: { kind: 'answered', status, headers: [], body: '' } },
  });

test.each([401, 403, 404])('holds for status %i', (status) => {
  const history = [declared('task'), asRefused('unknown', status)];
  expect(judged(refusedCredentialIsRefused, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('holds for a refusal that the adapter reads from a 200', () => {
  const history = [declared('task'), asRefused('rejected', 200)];
  expect(judged(refusedCredentialIsRefused, history)).toEqual({ kind: 'holds', cases: 1 });
});

test.each([
  ['a stored answer', 'replayed', 201],
  ['a server error', 'unknown', 500],
] as const)('is broken by %s', (_, kind, status) => {
  expect(judged(refusedCredentialIsRefused, [declared('task'), asRefused(kind, status)])).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'status 401 or 403', events: [3, 4] }],
  });
});

test('says nothing of good credentials', () => {
  const history = [declared('task'), create('x1', { action: 'task', kind: 'created', id: 'r1' })];
  expect(judged(refusedCredentialIsRefused, history).kind).toBe('unknown');
});
