// How fast the checker explains valid histories, how its time grows with them, how soon it rejects a thousand creates of
// one key that overlap and of which one names another record, and what a search through all orders takes for few.
import { checkHistory } from '../dist/src/harness/checker/check-history.js';
import { seededRandom } from '../dist/src/harness/run/seeded-random.js';

const rounds = 5;
const timesInRound = 21;
const sizes = [10_000, 100_000, 1_000_000];
const overlapping = 1_000;
const searched = 16;
const rules = { otherContent: 'refused', windowMs: 86_400_000 };
const operationsOfKey = 10;

/** Measures each in turn, round by round, and gives medians. */
export async function checker() {
  const histories = sizes.map((size) => validHistory(size, seededRandom(size)));
  const mostBytes = { heap: 0 };
  const seconds = sizes.map(() => []);
  const rejected = [];
  const checkedFew = [];
  const searchedFew = [];
  const few = overlap(searched);
  for (let round = 0; round <= rounds; round += 1) {
    const measured = histories.map((history) => secondsOf(() => explained(history)));
    mostBytes.heap = Math.max(mostBytes.heap, process.memoryUsage().heapUsed);
    const thousand = overlap(overlapping);
    const reject = medianSeconds(() => contradicted(checkHistory(thousand, rules)));
    const check = medianSeconds(() => contradicted(checkHistory(few, rules)));
    const search = secondsOf(() => {
      if (someOrderExplains(few)) throw new Error('The search explains what has no explanation.');
    });
    if (round === 0) continue;
    for (const [place, each] of measured.entries()) seconds[place].push(each);
    rejected.push(reject);
    checkedFew.push(check);
    searchedFew.push(search);
  }
  const perSecond = sizes.map((size, place) => size / median(seconds[place]));
  return {
    mix: `${operationsOfKey} operations a key, up to 4 of them at once: ${mixInWords(histories.at(-1))}`,
    figures: {
      ...Object.fromEntries(
        sizes.map((size, place) => [
          `operations a second, of a valid history of ${size}`,
          Math.round(perSecond[place]),
        ]),
      ),
      'exponent of the time over the size (1 is linear)': rounded(exponent(seconds)),
      'MiB of heap with all histories in it, at most': Math.round(mostBytes.heap / 2 ** 20),
      'MiB of memory of the whole process, at most': Math.round(process.resourceUsage().maxRSS / 2 ** 10),
      [`ms to reject ${overlapping} creates at once, of which one names another record`]: rounded(
        median(rejected) * 1_000,
      ),
      [`ms to reject ${searched} such creates`]: rounded(median(checkedFew) * 1_000),
      [`ms to search all orders of ${searched} such creates`]: rounded(median(searchedFew) * 1_000),
    },
    ratios: {
      [`search / checker, ${searched} creates`]: rounded(
        median(searchedFew.map((each, place) => each / checkedFew[place])),
      ),
    },
  };
}

/** What a sound receiver answers, with requests that overlap, of which some are never heard of again. */
function validHistory(size, random) {
  const operations = [];
  for (let first = 0; first < size; first += operationsOfKey) {
    const key = `order-${first}-create`;
    const id = `rec_${first}`;
    const base = first * 2;
    // The first request makes the record, whether anybody hears of it or not.
    const makerIsHeard = random.next() < 0.8;
    for (let n = 0; n < operationsOfKey && first + n < size; n += 1) {
      const begin = base + 2 * n;
      const end = begin + 1 + 2 * Math.floor(random.next() * 4);
      const isMaker = n === 0;
      const heard =
        isMaker && makerIsHeard ? record(id, 'now') : isMaker ? { kind: 'unknown' } : later(random, id, n);
      operations.push(operation(key, heard, begin, heard.kind === 'unknown' ? null : end));
    }
  }
  return operations;
}

function later(random, id, n) {
  const chance = random.next();
  // The maker may still be under way: what is heard meanwhile has to leave that open.
  if (chance < 0.1) return { kind: 'unknown' };
  if (chance < 0.2) return { kind: 'nothing' };
  if (n > 4 && chance < 0.3) return { kind: 'seen', ids: [id], all: true };
  if (n > 4 && chance < 0.35) return { kind: 'other-content' };
  return record(id, 'before');
}

function record(id, made) {
  return { kind: 'record', id, made };
}

function operation(key, heard, begin, end) {
  const isLook = heard.kind === 'seen';
  return {
    key,
    content: isLook ? null : heard.kind === 'other-content' ? 'content-2' : 'content-1',
    begin,
    end,
    beginMs: begin,
    endMs: end,
    heard,
  };
}

/** Creates of one key that are all under way at once, and all but one of which name one record. */
function overlap(count) {
  return Array.from({ length: count }, (_, n) =>
    operation('K', record(n === Math.floor(count * 0.7) ? 'B' : 'A', 'either'), n, count + n),
  );
}

function explained(history) {
  const checked = checkHistory(history, rules);
  if (checked.kind !== 'explained') throw new Error(checked.contradictions[0].sentence);
}

function contradicted(checked) {
  if (checked.kind !== 'contradicted' || checked.contradictions[0].operations.length !== 2) {
    throw new Error('Two answers contradict each other, and the checker does not say so.');
  }
}

/** A search through all orders of creates, for one key that never lapses; no state is gone on from twice. */
function someOrderExplains(operations) {
  const dead = new Set();
  const search = (left, id) => {
    if (left === 0) return true;
    const name = `${left}:${id}`;
    if (dead.has(name)) return false;
    const isLeft = (place) => (left & (1 << place)) !== 0;
    const firstEnd = Math.min(...operations.filter((_, place) => isLeft(place)).map(({ end }) => end));
    const found = operations.some(
      ({ begin, heard }, place) =>
        isLeft(place) &&
        begin <= firstEnd &&
        (id === null || heard.id === id) &&
        search(left ^ (1 << place), heard.id),
    );
    if (!found) dead.add(name);
    return found;
  };
  return search((1 << operations.length) - 1, null);
}

function mixInWords(history) {
  const counts = new Map();
  for (const { heard } of history) counts.set(heard.kind, (counts.get(heard.kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => `${((100 * count) / history.length).toFixed(0)}% ${kind}`)
    .join(', ');
}

/** Slope of the line through the logarithms of sizes and median times. */
function exponent(seconds) {
  const points = sizes.map((size, place) => [Math.log(size), Math.log(median(seconds[place]))]);
  const mean = (place) => points.reduce((sum, point) => sum + point[place], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return above / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

/** For what is over in a moment: one round alone would be the scheduler's measure. */
function medianSeconds(act) {
  return median(Array.from({ length: timesInRound }, () => secondsOf(act)));
}

function secondsOf(act) {
  const begun = performance.now();
  act();
  return (performance.now() - begun) / 1_000;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function rounded(value) {
  return Number(value.toFixed(3));
}
