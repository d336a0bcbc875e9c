import type { ContractLine, Entry, Report, Side } from '../../model/report.js';
import { families, type Family } from '../families.js';
import { grouped } from '../../model/spelled.js';
import { sideSigns, signOf } from '../signs.js';
import { tally, tallyInWords } from '../tally.js';
import { anchor } from './anchor.js';
import { label, markup, type Markup } from './markup.js';
import { signMark } from './sign-mark.js';

const columns = ['Requirement', 'Level', 'Verdict', 'Effect', 'Answer', 'Sender', 'Cases'];

/** Which rows each choice of the filter leaves; the style sheet hides the others while it is chosen. */
const choices = [
  { id: 'show-all', text: 'All', kept: () => true },
  {
    id: 'show-differing',
    text: 'Failures and differences',
    kept: ({ verdict, id }: Entry, differing: ReadonlySet<string>) => verdict === 'fail' || differing.has(id),
  },
  {
    id: 'show-undecided',
    text: 'Not decided',
    kept: ({ verdict }: Entry) => verdict !== 'pass' && verdict !== 'fail',
  },
] as const;

/** Every requirement with its verdict, in one table grouped by family, and a filter that needs no script. */
export function requirementSection({ entries, contract }: Report): Markup {
  const differing = differingIds(contract);
  return markup`
<section id="requirements" aria-labelledby="requirements-title">
  <h2 id="requirements-title">Requirements</h2>
  ${entries.length === 0 ? markup`<p>No requirement was judged.</p>` : markup`${filter(entries, differing)}${table(entries, differing)}`}
</section>`;
}

/** Requirements that saw something else than is claimed, whatever their verdict. */
function differingIds(contract: readonly ContractLine[]): ReadonlySet<string> {
  return new Set(contract.flatMap(({ agrees, seenIn }) => (agrees === 'differs' ? seenIn : [])));
}

function filter(entries: readonly Entry[], differing: ReadonlySet<string>): Markup {
  return markup`<fieldset class="filter"><legend>Show</legend>${choices.map(({ id, text, kept }, place) => {
    const count = entries.filter((entry) => kept(entry, differing)).length;
    const checked = place === 0 ? markup` checked` : null;
    return markup`
    <label><input type="radio" name="shown" id="${id}"${checked}> ${text} (${grouped(count)})</label>`;
  })}
  </fieldset>`;
}

function table(entries: readonly Entry[], differing: ReadonlySet<string>): Markup {
  return markup`<table class="stacks requirements">
    <caption>${tallyInWords(tally(entries))}. Effect is what the receiver holds, answer what it says, sender what the sender’s own ledger did. A difference is a sight that is not as the contract declares.</caption>
    <thead><tr>${columns.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>${families(entries).map((family) => group(family, differing))}
  </table>`;
}

function group(family: Family, differing: ReadonlySet<string>): Markup {
  return markup`
    <tbody>
      <tr class="family ${keptIn(family.entries, differing)}"><th scope="rowgroup" colspan="${columns.length}">${family.name} <span class="muted">${tallyInWords(family.counts)}</span></th></tr>${family.entries.map((entry) => row(entry, differing))}
    </tbody>`;
}

/** A family stands as long as one of its rows does. */
function keptIn(entries: readonly Entry[], differing: ReadonlySet<string>): string {
  return choices
    .filter(({ kept }) => entries.some((entry) => kept(entry, differing)))
    .map(({ id }) => id)
    .join(' ');
}

function row(entry: Entry, differing: ReadonlySet<string>): Markup {
  const id = markup`<code>${entry.id}</code>`;
  const linked = entry.verdict === 'fail' ? markup`<a href="#${anchor('failure', entry.id)}">${id}</a>` : id;
  return markup`
      <tr data-entry="${entry.verdict}" class="${keptIn([entry], differing)}" id="${anchor('requirement', entry.id)}"><th scope="row">${linked} <span class="title">${entry.title}</span>${notes(entry)}</th><td data-label="Level">${entry.level}</td><td data-label="Verdict">${signMark(signOf(entry))}</td>${side('Effect', entry.effect)}${side('Answer', entry.answer)}${side('Sender', entry.sender)}<td data-label="Cases" class="number">${grouped(entry.cases)}</td></tr>`;
}

function side(name: string, value: Side): Markup {
  const sign = sideSigns[value];
  const shown =
    value === 'not-judged'
      ? markup`<span class="muted" aria-hidden="true">–</span><span class="spoken">${sign.word}</span>`
      : signMark(sign);
  return markup`<td data-label="${name}" class="${value}">${shown}</td>`;
}

function notes(entry: Entry): Markup | null {
  const why = entry.why === '' ? null : markup`<span class="why">${entry.why}</span>`;
  const seen = entry.observations.map(
    ({ claim, observed }) => markup`<span class="why">${label(claim)}: <b>${label(observed)}</b></span>`,
  );
  const left = entry.leftOut.map(
    (out) =>
      markup`<span class="why">left out: ${label(out.try)}, which needs ${label(out.needs.join(', '))}</span>`,
  );
  return markup`${why}${seen}${left}`;
}
