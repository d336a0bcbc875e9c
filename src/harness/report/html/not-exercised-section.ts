import type { Report } from '../../model/report.js';
import { counted } from '../../model/spelled.js';
import { markup, type Markup } from './markup.js';
import { requirementLink, type Told } from './requirement-link.js';

/** What was not tried, and what the adapter file would have to offer for it to be tried. */
export function notExercisedSection({ notExercised }: Report, told: Told): Markup {
  return markup`
<section id="not-exercised" aria-labelledby="not-exercised-title">
  <h2 id="not-exercised-title">Not exercised</h2>
  ${notExercised.length === 0 ? markup`<p>Everything that was selected was exercised.</p>` : table(notExercised, told)}
</section>`;
}

/** By what would unlock them: that is what somebody can do about it. */
function table(lines: Report['notExercised'], told: Told): Markup {
  const unlocks = [...new Set(lines.map(({ unlock }) => unlock))];
  return markup`<table class="stacks unlocks">
    <caption>${counted(lines.length, 'requirement')}; nothing here counts as a pass.</caption>
    <thead><tr><th scope="col">What would unlock it</th><th scope="col">Needs</th><th scope="col">Requirements</th></tr></thead>
    <tbody>${unlocks.map((unlock) =>
      row(
        unlock,
        lines.filter((line) => line.unlock === unlock),
        told,
      ),
    )}
    </tbody>
  </table>`;
}

function row(unlock: string, lines: Report['notExercised'], told: Told): Markup {
  const needs = [...new Set(lines.flatMap((line) => line.needs))];
  return markup`
      <tr><th scope="row">${withCode(unlock)}</th><td data-label="Needs">${needs.join(', ')}</td><td data-label="Requirements"><ul>${lines.map(
        ({ id, level }) => markup`<li>${requirementLink(id, told)} ${level}</li>`,
      )}</ul></td></tr>`;
}

/** What stands between backticks is a word of the adapter file or the command line. */
function withCode(text: string): readonly (Markup | string)[] {
  return text.split('`').map((part, place) => (place % 2 === 0 ? part : markup`<code>${part}</code>`));
}
