import { text, type Mistake } from './scalars.js';
import type { Shape } from './shape.js';

/**
 * A regular expression of the portable subset: no look-around, back-reference or inline flag, no repetition within a
 * repetition, and a bounded worst case on the longest text that it is run on.
 */
export const pattern: Shape<string> = text('a regular expression', patternMistake);

/** Compiles a pattern that was found sound; matches by whole characters, not by UTF-16 units. */
export function compiled(source: string): RegExp {
  return new RegExp(source, 'u');
}

const longestPattern = 500;
/** What `cost` may come to on a body of 64 KiB; what is let through and still slow is bounded where it is run. */
const mostCost = 2 ** 34 + 2 ** 22;
const openEnded = 2 ** 16;
/** A repetition that can come out in no more ways than this is a choice: it costs more than a step in a long run. */
const fewWays = 16;

/** What is wrong with a text as a pattern, or null. */
export function patternMistake(source: string): Mistake | null {
  if (source === '' || source.length > longestPattern) {
    return { expected: `a regular expression of 1 to ${longestPattern} characters`, next: 'shorten it' };
  }
  const shown = `the regular expression "${source}"`;
  const escapes = source.match(/\\./gs) ?? [];
  const outsideClasses = source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '');
  if (/\(\?(?!:)/.test(outsideClasses)) {
    return {
      found: `${shown} with look-around, a named group or an inline flag`,
      expected: 'the portable subset: plain groups ( ) and (?: )',
      next: 'write [Aa] for either case, and order the recognisers instead of looking around',
    };
  }
  if (escapes.some((escape) => /[1-9k]/.test(escape))) {
    return {
      found: `${shown} with a back-reference`,
      expected: 'the portable subset: no back-references',
      next: 'write the text out',
    };
  }
  const trouble = compileTrouble(source);
  if (trouble !== null) {
    return {
      found: `${shown}: ${trouble}`,
      expected: 'a valid regular expression',
      next: 'check brackets and escapes',
    };
  }
  return costMistake(source, shown);
}

function compileTrouble(source: string): string | null {
  try {
    compiled(source);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*\/u?: /, '') : 'not valid';
  }
}

interface Group {
  risky: boolean;
  alternatives: number;
}

/** In how many ways a pattern can go on at the worst, as it is walked over. */
interface Ways {
  /** Of its start and of long runs, which are quick to try. */
  runs: number;
  /** Of its choices, each of which has to be remembered. */
  choices: number;
}

/** Walks the pattern once: repetitions and alternatives multiply into the worst case, and one within another is refused. */
function costMistake(source: string, shown: string): Mistake | null {
  const open: Group[] = [{ risky: false, alternatives: 1 }];
  const ways: Ways = { runs: source.startsWith('^') && !source.includes('|') ? 1 : openEnded, choices: 1 };
  let closed: Group | null = null;
  let repeated = false;
  for (const [token] of source.matchAll(/\\.|\(\?:|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S]/gu)) {
    const repeats = repetition(token);
    if (repeats === null) {
      closed = walkedOver(token, open, ways);
      repeated = false;
      continue;
    }
    // A question mark behind a repetition makes it sparing, and no other.
    if (token === '?' && repeated) continue;
    const { least, most } = repeats;
    if (most > 1 && closed?.risky === true) {
      return {
        found: `${shown} that repeats a group with a repetition or an alternative in it`,
        expected: 'no repetition within a repetition: it can take for ever',
        next: 'repeat a class such as [a-z0-9] in place of the group',
      };
    }
    if (most > least) markRisky(open);
    multiply(ways, Math.max(1, most - least + 1));
    closed = null;
    repeated = true;
  }
  multiply(ways, open[0]?.alternatives ?? 1);
  if (cost(ways) <= mostCost) return null;
  return {
    found: `${shown} with too many open-ended repetitions or choices`,
    expected: 'one open-ended repetition, or two behind a leading ^, and few of ? and |',
    next: 'bound them, such as {0,3} for *, or begin with ^',
  };
}

/** Opens, divides or closes a group; gives the one that was closed. */
function walkedOver(token: string, open: Group[], ways: Ways): Group | null {
  const [innermost] = open.slice(-1);
  if (token.startsWith('(')) open.push({ risky: false, alternatives: 1 });
  if (token === '|') {
    markRisky(open);
    if (innermost !== undefined) innermost.alternatives += 1;
  }
  if (token !== ')') return null;
  open.pop();
  multiply(ways, innermost?.alternatives ?? 1);
  return innermost ?? null;
}

function multiply(ways: Ways, by: number): void {
  if (by > fewWays) ways.runs *= by;
  else ways.choices *= by;
}

/** Measured: to come back to a choice takes some five times as long as to come back within a run. */
function cost({ runs, choices }: Ways): number {
  return runs * choices ** 2;
}

function markRisky(open: readonly Group[]): void {
  for (const group of open) group.risky = true;
}

/** The least and most times that a token repeats what stands before it; null where the token is no repetition. */
function repetition(token: string): { readonly least: number; readonly most: number } | null {
  if (token === '*' || token === '+') return { least: 0, most: openEnded };
  if (token === '?') return { least: 0, most: 1 };
  const bounds = /^\{(\d+)(,(\d*))?\}$/.exec(token);
  if (bounds === null) return null;
  const least = Number(bounds[1]);
  if (bounds[2] === undefined) return { least, most: least };
  return { least, most: bounds[3] === '' ? least + openEnded : Number(bounds[3]) };
}
