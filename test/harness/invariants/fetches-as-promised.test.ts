import { expect, test } from 'vitest';
import { fetchesAsPromised } from '../../../src/harness/invariants/fetches-as-promised.js';
import { declared, fetched, judged } from '../../support/history-builder.js';

const task = declared('task');
const absent = { finding: { kind: 'absent' } } as const;

test('holds where the owner finds the record and nobody else does', () => {
  const history = [
    task,
    fetched('task', 'r1', { expect: 'found' }),
    fetched('task', 'r1', { ...absent, credential: 'other_tenant', expect: 'absent' }),
  ];
  expect(judged(fetchesAsPromised, history)).toEqual({ kind: 'holds', cases: 2 });
});

test.each([
  ['what was acknowledged is not there', { ...absent, expect: 'found' }, /cannot be fetched/],
  ['it is there for another', { credential: 'other_tenant', expect: 'absent' }, /does not belong/],
  ['it is there although nobody made it', { expect: 'absent' }, /nobody asked for/],
] as const)('is broken where %s', (_, differs, sentence) => {
  expect(judged(fetchesAsPromised, [task, fetched('task', 'r1', differs)])).toMatchObject({
    kind: 'broken',
    findings: [{ sentence: expect.stringMatching(sentence) }],
  });
});

test('says nothing of a fetch without a promise', () => {
  expect(judged(fetchesAsPromised, [task, fetched('task', 'r1')]).kind).toBe('unknown');
});
