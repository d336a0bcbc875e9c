import { expect, it } from 'vitest';
import { openOutputTail } from '../../../src/harness/control/output-tail.js';

it('keeps all of an output that is short, across the places where its bytes were parted', () => {
  const tail = openOutputTail(100);
  const bytes = Buffer.from('größer\n');
  tail.add(bytes.subarray(0, 3));
  tail.add(bytes.subarray(3));
  expect(tail.text()).toBe('größer\n');
});

it('begins with a whole line where something was cut off', () => {
  const tail = openOutputTail(20);
  tail.add(Buffer.from('password=s3cr3t-value\nsecond\n'));
  tail.add(Buffer.from('third\n'));
  expect(tail.text()).toBe('second\nthird\n');
});

it('drops the beginning of a cut line that does not end, so that no part of a secret is left', () => {
  const tail = openOutputTail(10_000);
  tail.add(Buffer.from(`${'s'.repeat(9_000)}${'x'.repeat(9_000)}`));
  expect(tail.text()).toBe('x'.repeat(10_000 - 4 * 1024));
});

it('is text whatever bytes come', () => {
  const tail = openOutputTail(100);
  tail.add(Uint8Array.from([0x61, 0xff, 0xc3]));
  expect(tail.text()).toBe('a\uFFFD\uFFFD');
});
