import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { movableClock, systemClock, type MovableClock } from '../../reference-receiver/clock.js';

const day = 86_400_000;

describe('the moved clock of the receiver', () => {
  let clock: MovableClock;
  let kept: number;

  beforeEach(() => {
    vi.useFakeTimers();
    kept = 0;
    const place = {
      read: () => kept,
      write: (ms: number) => {
        kept = ms;
      },
    };
    clock = movableClock(
      { ...systemClock, sleep: (ms) => new Promise((woken) => setTimeout(woken, ms)) },
      place,
    );
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('tells the time that it was moved to, and keeps how far', () => {
    const before = clock.now();
    clock.advance(day);
    expect(clock.now()).toBe(before + day);
    expect(kept).toBe(day);
  });

  test('has happened what fell due on the way, in its order', () => {
    const happened: string[] = [];
    clock.at(20, () => happened.push('second'));
    clock.at(10, () => happened.push('first'));
    clock.at(100, () => happened.push('not due'));
    clock.advance(50);
    expect(happened).toEqual(['first', 'second']);
  });

  test('lets what is not due wait for what is left alone', () => {
    const happened: string[] = [];
    clock.at(100, () => happened.push('due'));
    clock.advance(60);
    vi.advanceTimersByTime(39);
    expect(happened).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(happened).toEqual(['due']);
  });

  test('wakes a sleeper once, whether time passed or was moved', async () => {
    let woken = 0;
    const slept = clock.sleep(1_000).then(() => (woken += 1));
    clock.advance(1_000);
    await slept;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(woken).toBe(1);
  });

  test('sets no timer any more once they are cancelled, and none happens', () => {
    let happened = 0;
    clock.at(10, () => (happened += 1));
    clock.cancelTimers();
    clock.at(10, () => (happened += 1));
    clock.advance(day);
    vi.advanceTimersByTime(day);
    expect(happened).toBe(0);
  });

  test('forgets a timer that was taken back', () => {
    let happened = 0;
    clock.at(10, () => (happened += 1))();
    clock.advance(day);
    expect(happened).toBe(0);
  });
});
