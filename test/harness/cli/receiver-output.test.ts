import { expect, it } from 'vitest';
import { receiverOutput } from '../../../src/harness/cli/receiver-output.js';

it('shows what was printed, and spells what would steer a terminal', () => {
  expect(receiverOutput('one\r\n\ttwo\u001b[31m\u0000\n')).toBe('one\n\ttwo\\u001b[31m\\u0000\n');
});

it('keeps the last 64 KiB, and no half of a character', () => {
  const text = receiverOutput(`${'€'.repeat(40_000)}end`);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * 1024);
  expect(Buffer.byteLength(text)).toBeGreaterThan(64 * 1024 - 3);
  expect(text).toMatch(/^€+end$/);
});
