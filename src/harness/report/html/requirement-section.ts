import type { Entry, Side } from '../../model/report.js';
import { families, type Family } from '../families.js';
import { grouped } from '../../model/spelled.js';
import { sideSigns, signOf } from '../signs.js';
import { tally, tallyInWords } from '../tally.js';
import { anchor } from './anchor.js';
import { label, markup, type Markup } from './markup.js';
import { signMark } from './sign-mark.js';

const columns = ['Requirement', 'Level', 'Verdict', 'Effect', 'Answer', 'Sender', 'Cases'];

/** Every requirement with its verdict, in one table grouped by family. */
export function requirementSection(entries: readonly Entry[]): Markup {
  return markup`
<section id="requirements" aria-labelledby="requirements-title">
  <h2 id="requirements-title">Requirements</h2>
  ${entries.length === 0 ? markup`<p>No requirement was judged.</p>` : table(entries)}
</section>`;
}

function table(entries: readonly Entry[]): Markup {
  return markup`<table class="stacks requirements">
    <caption>${tallyInWords(tally(entries))}. Effect is what the receiver holds, answer what it says, sender what the sender’s own ledger did.</caption>
    <thead><tr>${columns.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>${families(entries).map(group)}
  </table>`;
}

function group(family: Family): Markup {
  return markup`
    <tbody>
      <tr class="family"><th scope="rowgroup" colspan="${columns.length}">${family.name} <span class="muted">${tallyInWords(family.counts)}</span></th></tr>${family.entries.map(row)}
    </tbody>`;
}

function row(entry: Entry): Markup {
  const id = markup`<code>${entry.id}</code>`;
  const linked = entry.verdict === 'fail' ? markup`<a href="#${anchor('failure', entry.id)}">${id}</a>` : id;
  return markup`
      <tr data-entry="${entry.verdict}" id="${anchor('requirement', entry.id)}"><th scope="row">${linked} <span class="title">${entry.title}</span>${notes(entry)}</th><td data-label="Level">${entry.level}</td><td data-label="Verdict">${signMark(signOf(entry))}</td>${side('Effect', entry.effect)}${side('Answer', entry.answer)}${side('Sender', entry.sender)}<td data-label="Cases" class="number">${grouped(entry.cases)}</td></tr>`;
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
