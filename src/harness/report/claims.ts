import type { ContractLine } from '../model/report.js';
import { counted } from '../model/spelled.js';

/** The claims that were seen to be otherwise, and in words how all of them fared. */
export interface SortedClaims {
  readonly differing: readonly ContractLine[];
  /** Such as `4 claims: 1 differs, 1 as declared, 2 not exercised`. */
  readonly inWords: string;
}

/** Sorts the contract's lines into those that differ and a count of each kind. */
export function sortedClaims(lines: readonly ContractLine[]): SortedClaims {
  const having = (agrees: ContractLine['agrees']): readonly ContractLine[] =>
    lines.filter((line) => line.agrees === agrees);
  const differing = having('differs');
  const kinds = [
    { count: differing.length, word: differing.length === 1 ? 'differs' : 'differ' },
    { count: having('agrees').length, word: 'as declared' },
    { count: having('not claimed').length, word: 'not claimed' },
    { count: having('not exercised').length, word: 'not exercised' },
  ].filter(({ count }) => count > 0);
  const parts = kinds.map(({ count, word }) => `${String(count)} ${word}`);
  return { differing, inWords: `${counted(lines.length, 'claim')}: ${parts.join(', ')}` };
}

/** Where a line of the contract was seen, in words: `2 cases: conflict/refused`; empty where it was not. */
export function evidenceOf({ cases, seenIn }: Pick<ContractLine, 'cases' | 'seenIn'>): string {
  return cases === 0 ? '' : `${counted(cases, 'case')}: ${seenIn.join(', ')}`;
}
