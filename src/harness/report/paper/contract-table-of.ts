import type { ContractDrift } from '../../model/report-diff.js';
import type { PaperSection } from './paper.js';

/** The lines of the contract that are not told alike, a column for each report; no section where there are none. */
export function contractTableOf(
  drift: readonly ContractDrift[],
  names: readonly string[],
): readonly PaperSection[] {
  if (drift.length === 0) return [];
  const rows = drift.flatMap(({ claim, declared, observed, differs }) => [
    ...(differs.includes('declared') ? [[`${claim}, declared`, ...declared]] : []),
    ...(differs.includes('observed') ? [[`${claim}, observed`, ...observed]] : []),
  ]);
  return [
    {
      title: 'Contract',
      text: 'What is claimed, or was seen of a claim, is not the same.',
      columns: ['Claim', ...names],
      labelled: true,
      rows,
    },
  ];
}
