import { expect, test } from 'vitest';
import { oneUpdatePerVersion } from '../../../src/harness/invariants/one-update-per-version.js';
import type { OutcomeKind } from '../../../src/harness/model/outcome.js';
import { declared, judged, updated } from '../../support/history-builder.js';

const raced = (one: OutcomeKind, other: OutcomeKind) => [
  declared('task'),
  updated('task', '1', 'one', { kind: one }),
  updated('task', '1', 'other', { kind: other }),
];

test('holds where one wins and the other is refused', () => {
  expect(judged(oneUpdatePerVersion, raced('rejected', 'updated'))).toEqual({ kind: 'holds', cases: 1 });
});

test.each([
  ['both are accepted', 'updated', 'updated', /^2 different changes/],
  ['neither is accepted', 'rejected', 'rejected', /none was accepted/],
  ['the loser is told nothing clear', 'updated', 'unknown', /answered unknown where a refusal is due/],
] as const)('is broken where %s', (_, one, other, sentence) => {
  expect(judged(oneUpdatePerVersion, raced(one, other))).toMatchObject({
    kind: 'broken',
    findings: [{ sentence: expect.stringMatching(sentence), events: [3, 4] }],
  });
});

test('says nothing of one change that is told again, nor of changes of different versions', () => {
  const again = [declared('task'), updated('task', '1', 'one'), updated('task', '1', 'one')];
  expect(judged(oneUpdatePerVersion, [...again, updated('task', '2', 'other')]).kind).toBe('unknown');
});
