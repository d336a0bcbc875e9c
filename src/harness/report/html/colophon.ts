import type { Entry, Report } from '../../model/report.js';
import { counted } from '../../model/spelled.js';
import { markup, type Markup } from './markup.js';
import { requirementLink, type Told } from './requirement-link.js';

/** What remains at the receiver, what was kept out, which limits were reached, and how the report can be checked. */
export function colophon(report: Report, told: Told): Markup {
  const { cleanup, limits, environment, requirements, digest, kit, target } = report;
  const listed =
    limits.length === 0 ? 'none' : markup`<ul>${limits.map((limit) => markup`<li>${limit}</li>`)}</ul>`;
  return markup`
<section id="about" aria-labelledby="about-title">
  <h2 id="about-title">About this run</h2>
  <dl class="notes">
    <div><dt>Environment</dt><dd>${kit.name} ${kit.version} on Node ${environment.node}, ${environment.platform}; ${target.plane}, ${target.clock} clock</dd></div>
    <div><dt>Clean-up</dt><dd>${counted(cleanup.attempted, 'deletion')} tried, ${counted(cleanup.remaining, 'record')} remaining${cleanup.note === '' ? '' : `; ${cleanup.note}`}</dd></div>
    <div><dt>Redactions</dt><dd>${redactions(report)}</dd></div>
    <div><dt>Limits</dt><dd>${listed}</dd></div>
    <div><dt>Requirements</dt><dd>${counted(requirements.set, 'requirement')}, digest <code>${requirements.digest}</code></dd></div>
    <div><dt>Report digest</dt><dd><code>${digest}</code></dd></div>
  </dl>
  <h3>How to verify it</h3>
  <ol class="steps">
    <li>Run <code>twiceshy verify</code> on the folder of this report: it checks the chain of every history, judges again, and says whether the report is what the evidence supports.</li>
    <li>Or by hand: the report digest is SHA-256 over <code>report.json</code> without its <code>digest</code> member, in canonical JSON (members sorted, no blanks). It covers the chain head of every history below.</li>
    <li>Each line of a history carries the SHA-256 of the digest before it and of itself; the last one is the head. <code>twiceshy judge</code> walks the chains and makes the verdicts again.</li>
  </ol>
  ${chainHeads(report.entries, told)}
</section>`;
}

function redactions({ redactions: { secrets, events } }: Report): string {
  const known =
    secrets === 0 ? 'no secret was known to the kit' : `${counted(secrets, 'secret')} known to the kit`;
  const replaced = `[redacted] stands in ${counted(events, 'event')} of the histories`;
  return `${known}; ${replaced}. Credentials are added on the wire and recorded nowhere.`;
}

function chainHeads(entries: readonly Entry[], told: Told): Markup | null {
  const rows = entries.flatMap(({ id, history }) => (history === null ? [] : [{ id, history }]));
  if (rows.length === 0) return null;
  return markup`<details><summary>${counted(rows.length, 'chain head')}</summary>
  <table class="stacks heads">
    <caption>The end of each history’s chain: whoever has this page can tell whether the evidence is the one it was made from.</caption>
    <thead><tr><th scope="col">Requirement</th><th scope="col" class="number">Events</th><th scope="col">File</th><th scope="col">Chain head</th></tr></thead>
    <tbody>${rows.map(
      ({ id, history: { file, events, head } }) => markup`
      <tr><th scope="row">${requirementLink(id, told)}</th><td data-label="Events" class="number">${events}</td><td data-label="File"><code>${file}</code></td><td data-label="Head"><code>${head}</code></td></tr>`,
    )}
    </tbody>
  </table></details>`;
}
