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
/** About six seconds at the worst, on a body of 64 KiB made to be slow. */
const mostSteps = 2 ** 34;
const openEnded = 2 ** 16;

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
}

/** Walks the pattern once: repetitions multiply into the worst case, and one within another is refused. */
function costMistake(source: string, shown: string): Mistake | null {
  const open: Group[] = [];
  let steps = source.startsWith('^') && !source.includes('|') ? 1 : openEnded;
  let closed: Group | null = null;
  for (const [token] of source.matchAll(/\\.|\(\?:|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S]/gu)) {
    const repeats = repetition(token);
    if (repeats === null) {
      if (token.startsWith('(')) open.push({ risky: false });
      if (token === '|') markRisky(open);
      closed = token === ')' ? (open.pop() ?? null) : null;
      continue;
    }
    const { least, most } = repeats;
    if (most > 1 && closed?.risky === true) {
      return {
        found: `${shown} that repeats a group with a repetition or an alternative in it`,
        expected: 'no repetition within a repetition: it can take for ever',
        next: 'repeat a class such as [a-z0-9] in place of the group',
      };
    }
    if (most > least) markRisky(open);
    steps *= Math.max(1, most - least + 1);
    closed = null;
  }
  if (steps <= mostSteps) return null;
  return {
    found: `${shown} with too many open-ended repetitions`,
    expected: 'one open-ended repetition, or two behind a leading ^',
    next: 'bound them, such as {0,3} for *, or begin with ^',
  };
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
