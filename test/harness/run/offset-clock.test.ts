import { expect, it } from 'vitest';
import { offsetClock } from '../../../src/harness/run/offset-clock.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';

it('tells the time as it was moved, and waits as long as it is asked to', async () => {
  const real = virtualClock(1_000);
  const clock = offsetClock(real);
  clock.move(60_000);
  clock.move(1_000);
  expect(clock.now()).toBe(62_000);
  await clock.sleep(500);
  expect(real.now()).toBe(1_500);
  expect(clock.now()).toBe(62_500);
  expect(clock.kind).toBe('virtual');
});

it('ends a sleep when it is interrupted', async () => {
  const clock = offsetClock(virtualClock(0));
  await expect(clock.sleep(5, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});
