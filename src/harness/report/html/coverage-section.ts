import type { Report } from '../../model/report.js';
import { grouped } from '../../model/spelled.js';
import { markup, type Markup } from './markup.js';

/** Which fault hit which operation, how often it was planned and how often it was really applied. */
export function coverageSection({ coverage }: Report): Markup {
  return markup`
<section id="coverage" aria-labelledby="coverage-title">
  <h2 id="coverage-title">Faults applied</h2>
  ${coverage.length === 0 ? markup`<p>No fault was planned.</p>` : table(coverage)}
</section>`;
}

function table(coverage: Report['coverage']): Markup {
  return markup`<table class="stacks">
    <caption>A fault that was planned but never applied proves nothing.</caption>
    <thead><tr><th scope="col">Fault</th><th scope="col">Operation</th><th scope="col" class="number">Planned</th><th scope="col" class="number">Applied</th></tr></thead>
    <tbody>${coverage.map(
      ({ fault, operation, planned, applied }) => markup`
      <tr><th scope="row">${fault}</th><td data-label="Operation">${operation}</td><td data-label="Planned" class="number">${grouped(planned)}</td><td data-label="Applied" class="number">${grouped(applied)}${applied < planned ? markup` <span class="sign warn"><span class="shape" aria-hidden="true">▲</span> short</span>` : null}</td></tr>`,
    )}
    </tbody>
  </table>`;
}
