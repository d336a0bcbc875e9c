import { describe, expect, test } from 'vitest';
import { counted } from '../../../src/harness/model/spelled.js';
import { manyLines, oneLine, quietJson } from '../../../src/harness/report/shown-text.js';

const escape = String.fromCharCode(0x1b);
const override = String.fromCharCode(0x202e);

describe('shown text', () => {
  test('spells what steers: controls, direction marks, invisible marks, half pairs', () => {
    expect(oneLine(`a\n\r\t\0${escape}[31m${override}\u200b\u0085\u2028\ud800\uffff`)).toBe(
      String.raw`a\n\r\t\u0000\u001b[31m\u202e\u200b\u0085\u2028\ud800\uffff`,
    );
  });

  test('leaves every script and emoji as it is', () => {
    expect(oneLine('Zoë Ōta 張 שלום 😀')).toBe('Zoë Ōta 張 שלום 😀');
  });

  test('keeps newlines and tabs over several lines, and nothing else that steers', () => {
    expect(manyLines(`a\r\nb\tc${escape}\rd`)).toBe(`a\nb\tc${String.raw`\u001b\r`}d`);
  });

  test('cuts a long text and says how much is gone', () => {
    expect(oneLine('x'.repeat(1_048_576), 10)).toBe('xxxxxxxxxx … [cut: 1,048,566 more characters]');
    expect(oneLine('x'.repeat(10), 10)).toBe('xxxxxxxxxx');
  });

  test('never cuts a character in two', () => {
    expect(oneLine('ab😀cd', 3)).toBe('ab … [cut: 4 more characters]');
  });

  test('quietens JSON without changing its value', () => {
    const value = { text: `${escape}${override}\u009b\u{e0001}`, list: [1, 'two\n'] };
    const text = quietJson(JSON.stringify(value, null, 2));
    expect(text).not.toMatch(/[^\n -~]/);
    expect(JSON.parse(text)).toEqual(value);
  });

  test('counts with the right noun', () => {
    expect([counted(1, 'case'), counted(0, 'case'), counted(12_345, 'case')]).toEqual([
      '1 case',
      '0 cases',
      '12,345 cases',
    ]);
  });
});
