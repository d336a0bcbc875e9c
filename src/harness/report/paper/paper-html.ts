import { label, markup, type Markup } from '../html/markup.js';
import { signMark } from '../html/sign-mark.js';
import { pageHead } from '../html/page-head.js';
import type { Cell, Paper, PaperSection } from './paper.js';

/** A paper as one HTML page in the dress of the report: no script, no network. */
export function paperHtml(paper: Paper): string {
  const { markup: page } = markup`<!doctype html>
<html lang="en">
${pageHead(paper.kicker)}
<body>
<main id="main">
<header class="opening">
  <p class="kicker">${paper.kicker}</p>
  <h1 class="${paper.sign.tone}"><span class="shape" aria-hidden="true">${paper.sign.shape}</span> ${label(paper.sentence, 2_000)}</h1>
  <dl class="facts">${paper.facts.map(
    (fact) => markup`
    <div><dt>${fact.label}</dt><dd>${fact.value}</dd></div>`,
  )}
  </dl>
  ${paper.notes.map((note) => markup`<p class="kicker" role="note">${note}</p>`)}
</header>${paper.sections.map(sectionMarkup)}
</main>
</body>
</html>`;
  return `${page}\n`;
}

function sectionMarkup({ title, text, columns, rows }: PaperSection, place: number): Markup {
  const name = `section-${place + 1}`;
  return markup`
<section aria-labelledby="${name}">
  <h2 id="${name}">${title}</h2>
  ${text === '' ? null : markup`<p>${text}</p>`}
  ${rows.length === 0 ? null : table(columns, rows)}
</section>`;
}

function table(columns: readonly string[], rows: PaperSection['rows']): Markup {
  return markup`<table class="stacks">
    <thead><tr>${columns.map(columnHead)}</tr></thead>
    <tbody>${rows.map(
      (row) => markup`
      <tr>${row.map((cell, place) => cellMarkup(cell, columns[place] ?? '', place === 0))}</tr>`,
    )}
    </tbody>
  </table>`;
}

/** A column without a name says what its cells are by itself, and is no heading. */
function columnHead(column: string): Markup {
  return column === '' ? markup`<td></td>` : markup`<th scope="col">${column}</th>`;
}

function cellMarkup(cell: Cell, column: string, isFirst: boolean): Markup {
  const inner = innerMarkup(cell);
  return isFirst ? markup`<th scope="row">${inner}</th>` : markup`<td data-label="${column}">${inner}</td>`;
}

function innerMarkup(cell: Cell): Markup | string {
  if (typeof cell === 'string') return cell;
  return 'name' in cell ? markup`<code>${cell.name}</code>` : signMark(cell.sign);
}
