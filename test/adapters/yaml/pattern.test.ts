import { expect, test } from 'vitest';
import { compiled, patternMistake } from '../../../src/adapters/yaml/reading/pattern.js';

test('patterns that adapter files need are sound', () => {
  const needed = [
    '^[^,]{1,255}$',
    '^[0-9a-f-]{36}$',
    '^[A-Za-z0-9_:-]{1,255}$',
    '/invoices/([^/?]+)',
    '[Ee]xisting ID:? (\\w+)',
    '^(?:accepted|rejected)$',
    '/problems/key-(?:missing|invalid)$',
    '^.*\\bid=(\\d+)',
    '\\(a\\)\\?',
    '[(?+]+',
    '(?:ab){2,3}c?',
  ];
  expect(needed.filter((source) => patternMistake(source) !== null)).toEqual([]);
});

test('the slowest pattern that is let through ends within seconds', () => {
  expect(patternMistake('a.*b')).toBeNull();
  const begun = performance.now();
  expect(compiled('a.*b').test('a'.repeat(65_536))).toBe(false);
  expect(performance.now() - begun).toBeLessThan(15_000);
});
