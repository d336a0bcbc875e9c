import type { Remediation, Report } from '../../model/report.js';
import { markup, preformatted, type Markup } from './markup.js';
import { requirementLinks, type Told } from './requirement-link.js';

/** A pattern for each class of what failed; null where nothing failed that one is known for. */
export function remediationSection({ remediation }: Report, told: Told): Markup | null {
  if (remediation.length === 0) return null;
  return markup`
<section id="remediation" aria-labelledby="remediation-title">
  <h2 id="remediation-title">How to mend it</h2>
  <p>One pattern for each class of failures, what mends most of them first.</p>${remediation.map((each) => pattern(each, told))}
</section>`;
}

function pattern(each: Remediation, told: Told): Markup {
  const name = `mend-${each.name.replace(/[^\w-]/g, '_')}`;
  return markup`
  <article class="pattern" aria-labelledby="${name}">
    <h3 id="${name}">${each.pattern}</h3>
    <dl class="notes">
      <div><dt>Without it</dt><dd>${each.failure}</dd></div>
      <div><dt>Mends</dt><dd>${requirementLinks(each.requirements, told)}</dd></div>
    </dl>
    <ol>${each.steps.map((step) => markup`<li>${step}</li>`)}</ol>
    ${each.sketch.length === 0 ? null : markup`<pre tabindex="0">${preformatted(each.sketch.join('\n'))}</pre>`}
  </article>`;
}
