import type { ContractLine, Report } from '../../model/report.js';
import { sortedClaims } from '../claims.js';
import type { Sign } from '../signs.js';
import { markup, type Markup } from './markup.js';
import { signMark } from './sign-mark.js';

const agreement: Record<ContractLine['agrees'], Sign> = {
  agrees: { word: 'agrees', shape: '✓', tone: 'good' },
  differs: { word: 'differs', shape: '✗', tone: 'bad' },
  'not claimed': { word: 'not claimed', shape: '–', tone: 'quiet' },
  'not exercised': { word: 'not exercised', shape: '○', tone: 'quiet' },
};

/** What the receiver's owner claims, line by line beside what was seen of it. */
export function contractSection({ contract }: Report): Markup {
  return markup`
<section id="contract" aria-labelledby="contract-title">
  <h2 id="contract-title">Contract: declared and observed</h2>
  ${contract.length === 0 ? markup`<p>The adapter declares nothing.</p>` : table(contract)}
</section>`;
}

function table(lines: readonly ContractLine[]): Markup {
  return markup`<table class="contract stacks">
    <caption>${sortedClaims(lines).inWords}</caption>
    <thead><tr><th scope="col">Claim</th><th scope="col">Declared</th><th scope="col">Observed</th><th scope="col">Agrees</th><th scope="col">Seen in</th></tr></thead>
    <tbody>${lines.map(row)}
    </tbody>
  </table>`;
}

function row(line: ContractLine): Markup {
  const seenIn = line.seenIn.map((id, place) => markup`${place === 0 ? '' : ', '}<code>${id}</code>`);
  return markup`
      <tr><th scope="row">${line.claim}</th><td data-label="Declared">${line.declared}</td><td data-label="Observed">${line.observed}</td><td data-label="Agrees">${signMark(agreement[line.agrees])}</td><td data-label="Seen in">${seenIn.length === 0 ? '–' : seenIn}</td></tr>`;
}
