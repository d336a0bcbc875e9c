import { describe, expect, it } from 'vitest';
import { sampleText } from '../../../src/adapters/dialect/sample-text.js';

describe('a text made from a pattern', () => {
  it.each([
    '^[Rr]ejected$',
    '/problems/key-(?:missing|invalid)$',
    'Idempotency-Key is missing',
    '^[A-Za-z0-9-]{3,9}$',
    String.raw`^\d{4}-\d\d$`,
    '^a|b$',
    '[^/?]+',
    String.raw`^\w+ \(code: [0-9]+\)$`,
    '^(?:one|two)?x*y$',
  ])('matches it: %s', (pattern) => {
    expect(sampleText(pattern)).toMatch(new RegExp(pattern, 'u'));
  });

  it.each([
    ['/invoices/([^/?]+)$', '/invoices/{{id}}'],
    [String.raw`accounts\(([^)]+)\)`, 'accounts({{id}})'],
    ['^(?:a|b)-([0-9]+)-(x)$', 'a-{{id}}-x'],
  ])('holds the id where the first group is: %s', (pattern, text) => {
    expect(sampleText(pattern, '{{id}}')).toBe(text);
  });
});
