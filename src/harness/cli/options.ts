import { Option } from 'commander';
import { efforts, type Effort } from '../model/effort.js';
import { KitError } from '../model/kit-error.js';
import { grades, type Grade } from '../model/verdict.js';
import { formats, inconclusiveInJunit, type Format, type InconclusiveInJunit } from '../report/renderer.js';
import { paperFormats, type PaperFormat } from './papers.js';
import { planes, type Plane } from '../run/endpoint-plane.js';

/** A whole number from the command line, within bounds; throws `BAD_USAGE`. */
export function wholeNumber(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw badOption(name, text, `a whole number from ${least} to ${most}`);
  };
}

function oneOf<Value extends string>(name: string, allowed: readonly Value[]): (text: string) => Value {
  return (text) => {
    const found = allowed.find((each) => each === text);
    if (found !== undefined) return found;
    throw badOption(name, text, allowed.join(' | '));
  };
}

/** Reads a SHA-256 in hexadecimal digits, such as `--head`. */
export function digestOption(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw badOption('--head', text, 'a digest: 64 hexadecimal digits');
}

/** Reads `--junit-inconclusive`. */
export const inconclusiveOption: (text: string) => InconclusiveInJunit = oneOf(
  '--junit-inconclusive',
  inconclusiveInJunit,
);

/** Reads `--effort`. */
export const effortOption: (text: string) => Effort = oneOf('--effort', efforts);

/** Reads `--plane`. */
export const planeOption: (text: string) => Plane = oneOf('--plane', planes);

/** Reads `--as` of what is said of several reports. */
export const paperOption: (text: string) => PaperFormat = oneOf('--as', paperFormats);

/** Reads `--require`. */
export const gradeOption: (text: string) => Grade = oneOf('--require', grades);

/** Reads `--as`. */
export const formatOption: (text: string) => Format = oneOf('--as', formats);

/** An option that may be given more than once; `otherwise` says for the help what holds without it. */
export function repeatable(flags: string, description: string, otherwise: string): Option {
  return new Option(flags, description)
    .argParser((value: string, before: readonly string[]) => [...before, value])
    .default([], otherwise);
}

/** A list of globs takes every word that follows it; the file at its end is the file all the same. */
export function unswallowed(
  file: string | undefined,
  only: readonly string[],
): { readonly file: string | undefined; readonly only: readonly string[] } {
  const last = only.at(-1);
  return file === undefined && last !== undefined && /\.ya?ml$/.test(last)
    ? { file: last, only: only.slice(0, -1) }
    : { file, only };
}

function badOption(name: string, given: string, expected: string): KitError {
  return new KitError('BAD_USAGE', {
    happened: `${name} was given "${given}".`,
    expected,
    next: 'see `twiceshy --help`',
  });
}
