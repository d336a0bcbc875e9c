import { expect, test } from 'vitest';
import { answersAsPromised } from '../../../src/harness/invariants/answers-as-promised.js';
import type { OutcomeKind } from '../../../src/harness/model/outcome.js';
import type { Send } from '../../../src/harness/model/step.js';
import { create, declared, judged } from '../../support/history-builder.js';

const answered = (role: Send['role'], kind: OutcomeKind, expected: readonly OutcomeKind[] | null) => [
  declared('task'),
  ...create('x1', { action: 'task', kind, id: 'r1', started: { role, expect: expected } }),
];

test('holds for a promised answer', () => {
  expect(judged(answersAsPromised, answered('clash', 'mismatch', ['mismatch']))).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test.each([
  ['clash', 'replayed', 'mismatch', 'Another content under a used key was taken for what is done already.'],
  ['clash', 'created', 'mismatch', 'Another content under a used key was accepted as if the key were new.'],
  ['probe', 'created', 'rejected', 'A request that must be refused was accepted.'],
  ['first', 'rejected', 'created', 'A request that must be done was refused.'],
  ['clash', 'in-flight', 'mismatch', 'The receiver answered in-flight where mismatch is right.'],
] as const)('is broken by a %s that is answered %s', (role, kind, expected, sentence) => {
  expect(judged(answersAsPromised, answered(role, kind, [expected]))).toMatchObject({
    kind: 'broken',
    findings: [{ sentence, expected, events: [3, 4] }],
  });
});

test('tells a replay that is not marked as one from a new record, by the id that was named before', () => {
  const clash = { action: 'task', started: { role: 'clash', expect: ['mismatch'] } } as const;
  const first = create('x1', { action: 'task', kind: 'created', id: 'r1' });
  const again = create('x2', { ...clash, kind: 'created', id: 'r1' });
  const anew = create('x3', { ...clash, kind: 'created', id: 'r2' });
  expect(judged(answersAsPromised, [declared('task'), first, again, anew])).toMatchObject({
    findings: [
      { sentence: 'Another content under a used key was taken for what is done already.' },
      { sentence: 'Another content under a used key was accepted as if the key were new.' },
    ],
  });
});

test('is broken by an answer that cannot be read', () => {
  const answer = { kind: 'answered', status: 500, headers: [], body: '' } as const;
  const history = create('x1', {
    action: 'task',
    kind: 'unknown',
    started: { expect: ['created'] },
    ended: { answer },
  });
  expect(judged(answersAsPromised, [declared('task'), history])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'unknown (status 500)' }],
  });
});

test('says nothing where no answer is promised', () => {
  expect(judged(answersAsPromised, answered('first', 'created', null)).kind).toBe('unknown');
});
