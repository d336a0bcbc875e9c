import { describe, expect, it } from 'vitest';
import { openPace, unpaced } from '../../../src/harness/run/pace.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';
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
    const done = await pace.reserve(3, signal);
    await Promise.all([1, 2, 3].map(() => pace.turn(signal)));
    done();
    expect(clock.now()).toBe(0);
    await pace.turn(signal);
    expect(clock.now()).toBe(300);
  });

  it('keeps what each of several workers has reserved, and books no turn twice', async () => {
    const clock = virtualClock(0);
    const pace = openPace(clock, 10);
    const begun: number[] = [];
    const worker = async (claimMs: number): Promise<void> => {
      const done = await pace.reserve(1, signal);
      // A claim takes its time, in which the others reserve.
      await clock.sleep(claimMs);
      await pace.turn(signal);
      begun.push(clock.now());
      done();
    };
    await Promise.all([worker(150), worker(60), worker(60), worker(60)]);
    expect(begun).toEqual([150, 160, 260, 360]);
    await pace.turn(signal);
    expect(clock.now()).toBe(400);
  });

  it('gives up what was reserved and not taken, so that no burst comes of it later', async () => {
    const clock = virtualClock(0);
    const pace = openPace(clock, 10);
    const done = await pace.reserve(5, signal);
    done();
    done();
    await clock.sleep(5_000);
    const begun: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await pace.turn(signal);
      begun.push(clock.now());
    }
    expect(begun).toEqual([5_000, 5_100, 5_200, 5_300]);
  });

  it('keeps to its rate whatever workers reserve, take and leave, but for what they hold at once', async () => {
    const clock = virtualClock(0);
    const pace = openPace(clock, 10);
    const random = seededRandom(4);
    const begun: number[] = [];
    const workers = 4;
    const most = 3;
    const worker = async (): Promise<void> => {
      for (let round = 0; round < 40; round += 1) {
        const reserved = random.between(1, most);
        const done = await pace.reserve(reserved, signal);
        await clock.sleep(random.between(0, 150));
        for (let taken = random.between(0, reserved + 1); taken > 0; taken -= 1) {
          await pace.turn(signal);
          begun.push(clock.now());
        }
        done();
      }
    };
    await Promise.all(Array.from({ length: workers }, worker));
    const inOneSecond = (from: number): number =>
      begun.filter((at) => at >= from && at < from + 1_000).length;
    expect(begun.length).toBeGreaterThan(100);
    expect(Math.max(...begun.map(inOneSecond))).toBeLessThanOrEqual(10 + workers * most);
    expect(begun.length).toBeLessThanOrEqual((10 * clock.now()) / 1_000 + workers * most);
  });

  it('ends a wait when it is interrupted', async () => {
    const clock = virtualClock(0);
    const pace = openPace(clock, 1);
    await pace.turn(signal);
    await expect(pace.turn(AbortSignal.abort(new Error('Ctrl-C')))).rejects.toThrow('Ctrl-C');
  });

  it('is none for a receiver in process', async () => {
    await expect(unpaced.turn(signal)).resolves.toBeUndefined();
    expect((await unpaced.reserve(9, signal))()).toBeUndefined();
  });
});
