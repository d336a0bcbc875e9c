import type { Random } from '../model/random.js';

/** A repeatable source of chance: Chris Doty-Humphrey's sfc32, its words of state hashed from the seed. */
export function seededRandom(seed: number): Random {
  return randomFrom(String(seed));
}

function randomFrom(name: string): Random {
  const draw = sfc32(name);
  // 53 bits, as many as a double holds: the bias of `between` is then below its span divided by 2^53.
  const next = (): number => ((draw() >>> 5) * 67_108_864 + (draw() >>> 6)) / 9_007_199_254_740_992;
  return {
    next,
    between(least, most) {
      if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || least > most) {
        throw new RangeError(
          `No whole number lies between ${least} and ${most}. Give two whole numbers, the lesser first.`,
        );
      }
      return least + Math.floor(next() * (most - least + 1));
    },
    fork: (label) => randomFrom(`${name}/${label.length}:${label}`),
  };
}

/** The generator itself (public domain, PractRand): 96 bits of chaos, and a counter against short cycles. */
function sfc32(name: string): () => number {
  let a = hash(name, 0x9e3779b9);
  let b = hash(name, 0x243f6a88);
  let c = hash(name, 0xb7e15162);
  let counter = 1;
  const draw = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // Its author lets the first twelve go by, until every bit of the seed has reached every word.
  for (let skipped = 0; skipped < 12; skipped += 1) draw();
  return draw;
}

/** FNV-1a over the UTF-16 units, then MurmurHash3's finaliser, which spreads the last unit over all bits. */
function hash(text: string, basis: number): number {
  let h = basis;
  for (let index = 0; index < text.length; index += 1) h = Math.imul(h ^ text.charCodeAt(index), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
