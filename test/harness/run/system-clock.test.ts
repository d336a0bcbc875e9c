import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/harness/run/system-clock.js';

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000 }));
  afterEach(() => void vi.useRealTimers());

  it('tells the time of the machine', () => {
    expect(systemClock.kind).toBe('real');
    expect(systemClock.now()).toBe(1_000);
  });

  it('sleeps as long as it is told', async () => {
    let awake = false;
    const asleep = systemClock.sleep(50).then(() => (awake = true));
    await vi.advanceTimersByTimeAsync(49);
    expect(awake).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await asleep;
    expect(awake).toBe(true);
  });

  it('wakes when aborted, and leaves no timer behind', async () => {
    const abort = new AbortController();
    const refused = expect(systemClock.sleep(50, abort.signal)).rejects.toThrow('enough');
    abort.abort(new Error('enough'));
    await refused;
    await expect(systemClock.sleep(50, abort.signal)).rejects.toThrow('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('calls back once, unless that is taken back', async () => {
    const called: string[] = [];
    systemClock.at(10, () => called.push('kept'));
    systemClock.at(10, () => called.push('taken back'))();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(called).toEqual(['kept']);
  });

  it('waits longer than one timer can', async () => {
    const days40 = 40 * 24 * 3_600_000;
    let called = false;
    systemClock.at(days40, () => (called = true));
    await vi.advanceTimersByTimeAsync(days40 - 1);
    expect(called).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(called).toBe(true);
  });
});
