import { isMap, isSeq, type ParsedNode } from 'yaml';
import { described } from './described.js';
import type { Place } from './place.js';

/** What a shape's reader gives in place of a value after it has reported what is wrong. */
export const bad = Symbol('bad');

/** The mark of a value that could not be read. */
export type Bad = typeof bad;

/** A shape as data: enough to print its documentation, or a JSON Schema for editors. */
export type About =
  | {
      readonly kind: 'text';
      readonly form: string;
      readonly values?: readonly string[];
      readonly pattern?: string;
      /** Numbers and flags are taken by their text as well. */
      readonly loose?: boolean;
    }
  | { readonly kind: 'number'; readonly whole: boolean; readonly least: number; readonly most: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'json' }
  | { readonly kind: 'list'; readonly items: About; readonly least: number }
  | { readonly kind: 'names'; readonly form: string; readonly values: About }
  | { readonly kind: 'either'; readonly options: readonly About[] }
  | {
      readonly kind: 'mapping';
      readonly title: string;
      readonly fields: Readonly<Record<string, AboutField>>;
    };

/** A field of a mapping as data. */
export interface AboutField {
  readonly about: About;
  readonly required: boolean;
  /** What it is for, a sentence. */
  readonly meaning: string | null;
}

/** What a value may look like: data to show, and a reader that reports every mistake at its place. */
export interface Shape<T> {
  readonly about: About;
  /** What is expected, in words, such as `a JSON Pointer`. */
  readonly expected: string;
  /** Which kinds of node it can be, so that one of several shapes can be chosen. */
  readonly nodes: readonly NodeKind[];
  read(place: Place): T | Bad;
}

/** The kinds of YAML node. */
export type NodeKind = 'scalar' | 'list' | 'mapping';

/** The type of the values that a shape reads. */
export type Read<S> = S extends Shape<infer T> ? T : never;

/** The kind of a node; an empty value is a scalar. */
export function nodeKind(node: ParsedNode | null): NodeKind {
  if (isMap(node)) return 'mapping';
  return isSeq(node) ? 'list' : 'scalar';
}

/** Reports that something else was expected here. */
export function misfit(place: Place, expected: string, next?: string): Bad {
  place.report({ found: described(place.node), expected, next: next ?? `write ${expected}` });
  return bad;
}
