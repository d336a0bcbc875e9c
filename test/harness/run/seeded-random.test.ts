import { describe, expect, it } from 'vitest';
import type { Random } from '../../../src/harness/model/random.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';

describe('seededRandom', () => {
  it('gives the same numbers for the same seed, and others for another', () => {
    expect(draw(seededRandom(7))).toEqual(draw(seededRandom(7)));
    expect(draw(seededRandom(7))).not.toEqual(draw(seededRandom(8)));
  });

  it('keeps to the numbers that earlier releases gave, so that a seed in an old report still repeats its run', () => {
    const random = seededRandom(1);
    expect([random.between(0, 999_999), random.between(0, 999_999), random.between(0, 999_999)]).toEqual([
      543_827, 249_111, 495_896,
    ]);
    expect(seededRandom(1).fork('a').between(0, 999_999)).toBe(647_887);
  });

  it('stays from 0 to below 1, evenly', () => {
    const random = seededRandom(3);
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let count = 0; count < 100_000; count += 1) {
      const tenth = Math.floor(random.next() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(tenths).toHaveLength(10);
    for (const hits of tenths) expect(Math.abs(hits - 10_000)).toBeLessThan(500);
  });

  it('reaches both ends of a range, and nothing outside', () => {
    const random = seededRandom(4);
    const seen = new Set(Array.from({ length: 1_000 }, () => random.between(-2, 3)));
    expect([...seen].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3]);
    expect(random.between(5, 5)).toBe(5);
  });

  it('refuses a range that holds no whole number', () => {
    expect(() => seededRandom(1).between(2, 1)).toThrow(RangeError);
    expect(() => seededRandom(1).between(0.5, 2)).toThrow(RangeError);
  });

  it('forks by label alone, however far it has been read', () => {
    const read = seededRandom(5);
    draw(read);
    expect(draw(read.fork('wire'))).toEqual(draw(seededRandom(5).fork('wire')));
    expect(draw(read.fork('wire'))).not.toEqual(draw(read.fork('sender')));
    expect(draw(read.fork('a').fork('b'))).not.toEqual(draw(read.fork('a/b')));
    expect(draw(read.fork(''))).not.toEqual(draw(seededRandom(5)));
  });

  it('gives neighbouring seeds streams that have nothing to do with each other', () => {
    const firsts = Array.from({ length: 20_000 }, (_, seed) => seededRandom(seed).next());
    expect(new Set(firsts).size).toBe(firsts.length);
    const mean = firsts.reduce((sum, first) => sum + first, 0) / firsts.length;
    expect(mean).toBeCloseTo(0.5, 1);
    const rises = firsts.filter((first, seed) => first > (firsts[seed - 1] ?? 1)).length;
    expect(rises / firsts.length).toBeCloseTo(0.5, 1);
  });
});

function draw(random: Random): number[] {
  return Array.from({ length: 20 }, () => random.next());
}
