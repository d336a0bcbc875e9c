import { KitError } from '../../../harness/model/kit-error.js';

/** One thing that is wrong with a file, and where: line and column begin at one. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  /** The path in the document, such as `outcomes/3/when/status`; empty for the document itself. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
  readonly next: string;
}

const mostListed = 20;

/** What a file is called in messages, and how its reader may check it again. */
export interface FileKind {
  readonly called: string;
  readonly check: string;
}

/** The BAD_FILE error that lists the problems of a file in the order of their lines, twenty at most. */
export function badFile(file: string, { called, check }: FileKind, problems: readonly Problem[]): KitError {
  const sorted = problems.toSorted((left, right) => left.line - right.line || left.column - right.column);
  const [first] = sorted;
  if (first === undefined) throw new Error('A bad file has at least one problem.');
  if (sorted.length === 1) {
    return new KitError('BAD_FILE', {
      happened: `${placeOf(file, first)}: found ${first.found}`,
      expected: first.expected,
      next: first.next,
    });
  }
  const listed = sorted.slice(0, mostListed);
  const more = sorted.length - listed.length;
  const tail = more === 0 ? '' : `\n  and ${more} more`;
  return new KitError('BAD_FILE', {
    happened: `${file} has ${sorted.length} problems\n${listed.map((one) => block(file, one)).join('\n')}${tail}`,
    expected: `${called} without problems`,
    next: `mend them from the top; ${check}`,
  });
}

function block(file: string, { found, expected, next, ...place }: Problem): string {
  return `  ${placeOf(file, place)}: found ${found}\n    expected: ${expected}\n    to do:    ${next}`;
}

function placeOf(file: string, place: Pick<Problem, 'line' | 'column' | 'path'>): string {
  const where = `${file}:${place.line}:${place.column}`;
  return place.path === '' ? where : `${where} ${place.path}`;
}
