import type { ParsedNode } from 'yaml';
import type { Problem } from './problem.js';

/** What is wrong, in the three parts of every message. */
export type Trouble = Pick<Problem, 'found' | 'expected' | 'next'>;

/** Where a reader stands in a document: a node (null for an empty value), its path, and a way to report trouble. */
export interface Place {
  readonly node: ParsedNode | null;
  readonly path: readonly (string | number)[];
  /** Offset in the file where the place begins. */
  readonly offset: number;
  /** The place of a member or an item; `offset` is where its name stands, for values that are empty. */
  below(step: string | number, node: ParsedNode | null, offset: number): Place;
  report(trouble: Trouble): void;
}

/** The place of a document's root; `report` is told the offset and the path with each trouble. */
export function rootPlace(
  node: ParsedNode | null,
  report: (offset: number, path: string, trouble: Trouble) => void,
): Place {
  return placeAt(node, [], node?.range[0] ?? 0, report);
}

function placeAt(
  node: ParsedNode | null,
  path: Place['path'],
  offset: number,
  report: (offset: number, path: string, trouble: Trouble) => void,
): Place {
  return {
    node,
    path,
    offset,
    below: (step, below, nameOffset) =>
      placeAt(below, [...path, step], below === null ? nameOffset : below.range[0], report),
    report: (trouble) => {
      report(offset, pathText(path), trouble);
    },
  };
}

function pathText(path: Place['path']): string {
  return path.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}
