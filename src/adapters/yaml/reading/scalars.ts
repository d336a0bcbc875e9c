import { isScalar } from 'yaml';
import { nearest } from './nearest.js';
import type { Place } from './place.js';
import { bad, misfit, type Bad, type Shape } from './shape.js';

/** Text that passes a test; `mistake` says what is wrong with it, or null. */
export function text(form: string, mistake: (value: string) => Mistake | null = notEmpty): Shape<string> {
  return {
    about: { kind: 'text', form },
    expected: form,
    nodes: ['scalar'],
    read: (place) => {
      const value = scalarOf(place);
      if (typeof value !== 'string') return misfit(place, form, quotesHelp(value));
      const wrong = mistake(value);
      if (wrong === null) return value;
      return wrong.found === undefined
        ? misfit(place, wrong.expected ?? form, wrong.next)
        : refused(place, wrong.found, wrong.expected ?? form, wrong.next);
    },
  };
}

/** What is wrong with a text; without `found`, the text itself is shown. */
export interface Mistake {
  readonly found?: string;
  readonly expected?: string;
  readonly next: string;
}

function notEmpty(value: string): Mistake | null {
  return value === '' ? { next: 'write a text' } : null;
}

function quotesHelp(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? `put it in quotes: "${value}"` : undefined;
}

function refused(place: Place, found: string, expected: string, next: string): Bad {
  place.report({ found, expected, next });
  return bad;
}

/** One of several words; `aliases` are other spellings of them. */
export function choice<const W extends string>(
  words: readonly W[],
  aliases: Readonly<Record<string, W>> = {},
): Shape<W> {
  const expected = words.length === 1 ? `"${words[0] ?? ''}"` : `one of ${words.join(', ')}`;
  return {
    about: { kind: 'text', form: expected, values: [...words, ...Object.keys(aliases)] },
    expected,
    nodes: ['scalar'],
    read: (place) => {
      const value = scalarOf(place);
      const word = words.find((one) => one === value);
      if (word !== undefined) return word;
      if (typeof value !== 'string') return misfit(place, expected);
      if (Object.hasOwn(aliases, value)) return aliases[value] ?? bad;
      const meant = nearest(value, words);
      return misfit(
        place,
        expected,
        meant === null ? 'write one of these words' : `did you mean "${meant}"?`,
      );
    },
  };
}

/** A number between two bounds, both included. */
export function number(least: number, most: number, whole = true): Shape<number> {
  const expected = `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`;
  return {
    about: { kind: 'number', whole, least, most },
    expected,
    nodes: ['scalar'],
    read: (place) => {
      const value = scalarOf(place);
      if (typeof value !== 'number') return misfit(place, expected);
      const fits = value >= least && value <= most && (!whole || Number.isSafeInteger(value));
      return fits ? value : misfit(place, expected);
    },
  };
}

/** True or false. */
export const flag: Shape<boolean> = {
  about: { kind: 'flag' },
  expected: 'true or false',
  nodes: ['scalar'],
  read: (place) => {
    const value = scalarOf(place);
    return typeof value === 'boolean' ? value : misfit(place, 'true or false');
  },
};

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A time such as `500ms`, `10s`, `5m`, `24h`, `30d`; read in milliseconds. */
export const duration: Shape<number> = {
  about: { kind: 'text', form: 'a time such as 10s', pattern: '^[0-9]{1,9}(ms|s|m|h|d)$' },
  expected: 'a time with its unit, such as 500ms, 10s, 5m, 24h or 30d',
  nodes: ['scalar'],
  read: (place) => {
    const value = scalarOf(place);
    const parts = /^([0-9]{1,9})(ms|s|m|h|d)$/.exec(String(value));
    const unit = parts?.[2];
    if (parts?.[1] === undefined || unit === undefined) {
      const next = typeof value === 'number' ? `add the unit, such as ${value}s` : undefined;
      return misfit(place, 'a time with its unit, such as 500ms, 10s, 5m, 24h or 30d', next);
    }
    return Number(parts[1]) * (unitMs[unit] ?? 1);
  },
};

/** A JSON Pointer (RFC 6901): empty for the whole, else each part behind a slash. */
export const pointer: Shape<string> = text('a JSON Pointer such as /data/0/id', pointerMistake);

/** What is wrong with a text as a JSON Pointer, or null. */
export function pointerMistake(value: string): Mistake | null {
  if (value === '') return null;
  if (!value.startsWith('/'))
    return { next: `begin it with a slash: "/${value.replace(/^\$?\.?/, '').replaceAll('.', '/')}"` };
  if (/~(?![01])/.test(value)) return { next: 'write ~0 for a tilde and ~1 for a slash within a name' };
  return null;
}

/** A scalar's value, and `undefined` for lists and mappings. */
export function scalarOf(place: Place): unknown {
  if (place.node === null) return null;
  return isScalar(place.node) ? place.node.value : undefined;
}
