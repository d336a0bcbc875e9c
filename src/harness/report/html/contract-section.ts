import type { ContractLine, Report } from '../../model/report.js';
import { counted } from '../../model/spelled.js';
import { sortedClaims } from '../claims.js';
import type { Sign } from '../signs.js';
import { markup, type Markup } from './markup.js';
import { requirementLinks, type Told } from './requirement-link.js';
import { signMark } from './sign-mark.js';

const agreement: Record<ContractLine['agrees'], Sign> = {
  agrees: { word: 'agrees', shape: '✓', tone: 'good' },
  differs: { word: 'differs', shape: '✗', tone: 'bad' },
  'not claimed': { word: 'not claimed', shape: '–', tone: 'quiet' },
  'not exercised': { word: 'not exercised', shape: '○', tone: 'quiet' },
};

/** What the receiver's owner claims, line by line beside what was seen of it. */
export function contractSection({ contract }: Report, told: Told): Markup {
  return markup`
<section id="contract" aria-labelledby="contract-title">
  <h2 id="contract-title">Contract: declared and observed</h2>
  ${contract.length === 0 ? markup`<p>The adapter declares nothing.</p>` : table(contract, told)}
</section>`;
}

function table(lines: readonly ContractLine[], told: Told): Markup {
  return markup`<table class="contract stacks">
    <caption>${sortedClaims(lines).inWords}</caption>
    <thead><tr><th scope="col">Claim</th><th scope="col">Declared</th><th scope="col">Observed</th><th scope="col">Agrees</th><th scope="col">Seen in</th></tr></thead>
    <tbody>${lines.map((line) => row(line, told))}
    </tbody>
  </table>`;
}

function row(line: ContractLine, told: Told): Markup {
  return markup`
      <tr><th scope="row">${line.claim}</th><td data-label="Declared">${line.declared}</td><td data-label="Observed">${line.observed}</td><td data-label="Agrees">${signMark(agreement[line.agrees])}</td><td data-label="Seen in">${seenIn(line, told)}</td></tr>`;
}

/** The evidence: how often it was seen, and the requirements whose histories show it. */
function seenIn({ cases, seenIn: ids }: ContractLine, told: Told): Markup | string {
  if (ids.length === 0) return '–';
  return markup`${counted(cases, 'case')}: ${requirementLinks(ids, told)}`;
}
