import { expect, test } from 'vitest';
import { clashesAreAnsweredForGood } from '../../../src/harness/invariants/clashes-are-answered-for-good.js';
import type { Answer } from '../../../src/harness/model/exchange.js';
import type { OutcomeKind } from '../../../src/harness/model/outcome.js';
import { create, declared, judged } from '../../support/history-builder.js';

const clash = (kind: OutcomeKind, status: number, headers: readonly [string, string][] = []) => {
  const answer: Answer = { kind: 'answered', status, headers, body: '' };
  return [
    declared('task'),
    ...create('x1', { action: 'task', kind, started: { role: 'clash' }, ended: { answer } }),
  ];
};

test('holds for a refusal that is final', () => {
  expect(judged(clashesAreAnsweredForGood, clash('mismatch', 422))).toEqual({ kind: 'holds', cases: 1 });
});

test.each([
  ['a server error (500)', 'unknown', 500, []],
  ['a request that is still under way', 'in-flight', 409, []],
  ['a request to wait', 'rejected', 429, []],
  ['a request to wait (Retry-After)', 'mismatch', 422, [['Retry-After', '1']]],
  ['nothing that can be read', 'unknown', 409, []],
] as const)('is broken by %s', (what, kind, status, headers) => {
  const result = judged(
    clashesAreAnsweredForGood,
    clash(
      kind,
      status,
      headers.map(([name, value]) => [name, value]),
    ),
  );
  expect(result.kind === 'broken' ? result.findings[0]?.sentence : result.kind).toBe(
    `A mix-up of two actions is answered as ${what}: a sender tries it again and again.`,
  );
});

test('says nothing where no clash was answered', () => {
  const first = create('x1', { action: 'task', kind: 'unknown' });
  expect(judged(clashesAreAnsweredForGood, [declared('task'), first]).kind).toBe('unknown');
});
