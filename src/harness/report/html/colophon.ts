import type { Report } from '../../model/report.js';
import { counted } from '../../model/spelled.js';
import { markup, type Markup } from './markup.js';

/** What remains at the receiver, which limits were reached, and how the report can be checked. */
export function colophon(report: Report): Markup {
  const { cleanup, limits, environment, requirements, digest } = report;
  return markup`
<section id="about" aria-labelledby="about-title">
  <h2 id="about-title">About this run</h2>
  <dl class="notes">
    <div><dt>Clean-up</dt><dd>${counted(cleanup.attempted, 'deletion')} tried, ${counted(cleanup.remaining, 'record')} remaining. ${cleanup.note}</dd></div>
    <div><dt>Limits</dt><dd>${limits.length === 0 ? 'none' : markup`<ul>${limits.map((limit) => markup`<li>${limit}</li>`)}</ul>`}</dd></div>
    <div><dt>Environment</dt><dd>Node ${environment.node}, ${environment.platform}</dd></div>
    <div><dt>Requirements</dt><dd>${counted(requirements.set, 'requirement')}, digest <code>${requirements.digest}</code></dd></div>
    <div><dt>Report digest</dt><dd><code>${digest}</code></dd></div>
    <div><dt>How to verify</dt><dd>Run <code>twiceshy verify</code> on the folder of this report. It checks the chain of every history, judges again, and compares. The digest is SHA-256 over <code>report.json</code> without its <code>digest</code> member, in canonical JSON (members sorted, no blanks).</dd></div>
  </dl>
</section>`;
}
