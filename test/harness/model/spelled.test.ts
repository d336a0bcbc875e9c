import { describe, expect, test } from 'vitest';
import { spelledDuration, spelledInstant } from '../../../src/harness/model/spelled.js';

describe('spelled time', () => {
  test.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_540, '1.5 s'],
    [60_000, '1 minute'],
    [94_210, '1 minute 34 seconds'],
    [120_000, '2 minutes'],
    [86_400_000, '24 hours'],
    [90_000_000, '25 hours'],
    [94_000_000, '1 day 2 hours 6 minutes 40 seconds'],
    [259_200_000, '3 days'],
    [129_660_000, '1 day 12 hours 1 minute'],
  ])('%i ms is %s', (ms, text) => {
    expect(spelledDuration(ms)).toBe(text);
  });

  test('an instant loses its letters, and what is no instant stays as it is', () => {
    expect(spelledInstant('2026-03-14T09:26:53.123Z')).toBe('2026-03-14 09:26:53 UTC');
    expect(spelledInstant('yesterday')).toBe('yesterday');
  });
});
