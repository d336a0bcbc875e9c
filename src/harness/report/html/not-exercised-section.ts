import type { Report } from '../../model/report.js';
import { markup, type Markup } from './markup.js';

/** What was not tried, and what the adapter file would have to offer for it to be tried. */
export function notExercisedSection({ notExercised }: Report): Markup {
  return markup`
<section id="not-exercised" aria-labelledby="not-exercised-title">
  <h2 id="not-exercised-title">Not exercised</h2>
  ${notExercised.length === 0 ? markup`<p>Everything that was selected was exercised.</p>` : table(notExercised)}
</section>`;
}

function table(lines: Report['notExercised']): Markup {
  return markup`<table class="stacks">
    <caption>Nothing here counts as a pass.</caption>
    <thead><tr><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col">Needs</th><th scope="col">What would unlock it</th></tr></thead>
    <tbody>${lines.map(
      ({ id, level, needs, unlock }) => markup`
      <tr><th scope="row"><code>${id}</code></th><td data-label="Level" class="level">${level}</td><td data-label="Needs">${needs.join(', ')}</td><td data-label="Unlock">${unlock}</td></tr>`,
    )}
    </tbody>
  </table>`;
}
