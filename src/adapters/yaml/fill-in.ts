import { isScalar, parseDocument, stringify, type Node } from 'yaml';
import type { Json } from '../../harness/model/json.js';

/** The text that stands at a place of a file, by the names that lead there, or null where there is none. */
export function textAt(file: string, at: readonly string[]): string | null {
  const node = nodeAt(file, at);
  return isScalar(node) && typeof node.value === 'string' ? node.value : null;
}

/** The file with another value at a place that it has; all else stands as it stood, comments too. */
export function fillIn(file: string, at: readonly string[], value: Json): string {
  const range = nodeAt(file, at)?.range;
  if (range === null || range === undefined) throw new Error(`The file has no ${at.join('.')}.`);
  const [start, end] = range;
  const written = stringify(value, { collectionStyle: 'flow', lineWidth: 0, singleQuote: true });
  return `${file.slice(0, start)}${written.trimEnd()}${file.slice(end)}`;
}

function nodeAt(file: string, at: readonly string[]): Node | undefined {
  return parseDocument(file).getIn(at, true) as Node | undefined;
}
