import { describe, expect, it } from 'vitest';
import { openPace, unpaced } from '../../../src/harness/run/pace.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';

const { signal } = new AbortController();

describe('the pace', () => {
  it('lets the first exchange begin at once, and each other one its share of a second later', async () => {
    const clock = virtualClock(0);
    const pace = openPace(clock, 4);
    const begun: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await pace.turn(signal);
      begun.push(clock.now());
    }
    expect(begun).toEqual([0, 250, 500, 750]);
  });

  it('gives nothing back for time in which nobody came, and no burst either', async () => {
    const clock = virtualClock(0);
    const pace = openPace(clock, 10);
    await pace.turn(signal);
    await clock.sleep(5_000);
    await pace.turn(signal);
    await pace.turn(signal);
    expect(clock.now()).toBe(5_100);
  });

  it('waits once for several that are to begin side by side, and counts them all', async () => {
    const clock = virtualClock(0);
    const pace = openPace(clock, 10);
    await pace.reserve(3, signal);
    await Promise.all([1, 2, 3].map(() => pace.turn(signal)));
    expect(clock.now()).toBe(0);
    await pace.turn(signal);
    expect(clock.now()).toBe(300);
  });

  it('ends a wait when it is interrupted', async () => {
    const clock = virtualClock(0);
    const pace = openPace(clock, 1);
    await pace.turn(signal);
    await expect(pace.turn(AbortSignal.abort(new Error('Ctrl-C')))).rejects.toThrow('Ctrl-C');
  });

  it('is none for a receiver in process', async () => {
    await expect(unpaced.turn(signal)).resolves.toBeUndefined();
    await expect(unpaced.reserve(9, signal)).resolves.toBeUndefined();
  });
});
