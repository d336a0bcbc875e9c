import { isScalar, isSeq, type ParsedNode } from 'yaml';

const mostShown = 60;

/** What stands at a place, in words, for error messages; long text is cut. */
export function described(node: ParsedNode | null): string {
  if (node === null) return 'nothing';
  if (!isScalar(node)) return isSeq(node) ? 'a list' : 'a mapping';
  const { value } = node;
  if (value === null || value === undefined) return 'nothing';
  if (value === '') return 'an empty text';
  if (typeof value === 'string') {
    return `the text "${value.length > mostShown ? `${value.slice(0, mostShown)}…` : value}"`;
  }
  return typeof value === 'boolean' ? `the flag ${value}` : `the number ${node.source ?? ''}`;
}
