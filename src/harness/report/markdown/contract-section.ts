import type { ContractLine, Report } from '../../model/report.js';
import { evidenceOf, sortedClaims } from '../claims.js';
import { code } from './code.js';
import { prose } from './prose.js';

const mostLines = 40;

/** What was claimed beside what was seen: open where the two differ, folded for all the rest. */
export function contractSection({ contract }: Report): readonly string[] {
  if (contract.length === 0) return [];
  const { differing, inWords } = sortedClaims(contract);
  const others = contract.filter((line) => !differing.includes(line));
  return [
    `### Contract: ${inWords}`,
    '',
    ...table(differing),
    ...(others.length === 0 ? [] : ['<details><summary>Claims that do not differ</summary>', '']),
    ...table(others),
    ...(others.length === 0 ? [] : ['</details>', '']),
  ];
}

function table(lines: readonly ContractLine[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - mostLines;
  return [
    '| claim | declared | observed | agrees | seen in |',
    '| --- | --- | --- | --- | --- |',
    ...lines.slice(0, mostLines).map(row),
    '',
    ...(more > 0 ? [`${String(more)} more in the full report.`, ''] : []),
  ];
}

function row(line: ContractLine): string {
  const { claim, declared, observed, agrees } = line;
  const cells = [code(claim), code(declared), code(observed), agrees, prose(evidenceOf(line))];
  return `| ${cells.join(' | ')} |`;
}
