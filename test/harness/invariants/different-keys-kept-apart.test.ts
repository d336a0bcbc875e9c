import { expect, test } from 'vitest';
import { differentKeysKeptApart } from '../../../src/harness/invariants/different-keys-kept-apart.js';
import { create, declared, judged } from '../../support/history-builder.js';

const lower = [
  declared('lower', { key: 'abc' }),
  ...create('x1', { action: 'lower', kind: 'created', id: 'r1' }),
];
const upper = declared('upper', { key: 'ABC' });

test('holds where each key makes a record of its own', () => {
  const history = [...lower, upper, create('x2', { action: 'upper', kind: 'created', id: 'r2' })];
  expect(judged(differentKeysKeptApart, history)).toEqual({ kind: 'holds', cases: 2 });
});

test('holds where a key is refused', () => {
  const history = [...lower, upper, create('x2', { action: 'upper', kind: 'key-refused' })];
  expect(judged(differentKeysKeptApart, history)).toEqual({ kind: 'holds', cases: 2 });
});

test.each([
  ['is replayed', 'replayed', 'r1'],
  ['meets other content', 'mismatch', null],
  ['names the record of another, whatever it is called', 'created', 'r1'],
] as const)('is broken where a key that was never used %s', (_, kind, id) => {
  const history = [...lower, upper, create('x2', { action: 'upper', kind, id })];
  expect(judged(differentKeysKeptApart, history)).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'upper', expected: expect.stringContaining('"ABC"'), events: [3, 4, 6, 7] }],
  });
});

test('shows characters that look alike by their numbers', () => {
  const accent = declared('accent', { key: 'e\u{301}' });
  const history = [...lower, accent, create('x2', { action: 'accent', kind: 'replayed', id: 'r1' })];
  expect(judged(differentKeysKeptApart, history)).toMatchObject({
    findings: [{ expected: expect.stringContaining(String.raw`"e\u{301}"`) }],
  });
});

test('does not look at retries', () => {
  const again = create('x3', { action: 'lower', kind: 'replayed', id: 'r1', started: { role: 'retry' } });
  const other = create('x2', { action: 'upper', kind: 'created', id: 'r2' });
  expect(judged(differentKeysKeptApart, [...lower, upper, other, again])).toEqual({
    kind: 'holds',
    cases: 2,
  });
});

test('says nothing of one key', () => {
  expect(judged(differentKeysKeptApart, lower).kind).toBe('unknown');
});
