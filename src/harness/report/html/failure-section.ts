import type { Entry, Finding, TimelineEvent } from '../../model/report.js';
import { failures } from '../failures.js';
import { counted, grouped } from '../../model/spelled.js';
import { longest } from '../shown-text.js';
import { signOf } from '../signs.js';
import { anchor } from './anchor.js';
import { label, markup, preformatted, type Markup } from './markup.js';
import { signMark } from './sign-mark.js';
import { timelineFigure } from './timeline-figure.js';

/** Findings of one requirement, and raw exchanges of one finding, that are shown; the rest is counted. */
const most = { findings: 10, exchanges: 40 } as const;

/** The failed requirements in full, what breaks conformance first. */
export function failureSection(entries: readonly Entry[]): Markup | null {
  const failed = failures(entries);
  if (failed.length === 0) return null;
  return markup`
<section id="failures" aria-labelledby="failures-title">
  <h2 id="failures-title">What failed</h2>${failed.map(article)}
</section>`;
}

function article(entry: Entry): Markup {
  const name = anchor('failure', entry.id);
  const untold = Math.max(0, entry.findings.length - most.findings) + entry.moreFindings;
  return markup`
  <article class="failure ${signOf(entry).tone}" id="${name}" data-failure="${entry.id}" aria-labelledby="${name}-title">
    <p class="kicker">${signMark(signOf(entry))} · ${entry.level} · <code>${entry.id}</code></p>
    <h3 id="${name}-title">${entry.title}</h3>
    ${entry.risk === '' ? null : markup`<p class="risk">${entry.risk}</p>`}
    ${entry.findings.slice(0, most.findings).map(findingPart)}
    ${untold === 0 ? null : markup`<p class="folded">${counted(untold, 'more finding')} not shown</p>`}
    ${repeating(entry)}
    <dl class="notes">
      ${note('Usual cause', entry.usualCause)}
      ${note('Remedy', entry.remedy)}
      ${note('Holds when', entry.holdsWhen)}
      ${history(entry)}
    </dl>
  </article>`;
}

function findingPart(finding: Finding): Markup {
  return markup`<div class="finding">
    <p>${finding.sentence}</p>
    <dl class="versus">
      <div><dt>Expected</dt><dd>${finding.expected}</dd></div>
      <div><dt>Actual</dt><dd>${finding.actual}</dd></div>
    </dl>
    ${timelineFigure(finding)}
    ${exchanges(finding)}
    </div>`;
}

function exchanges({ timeline }: Finding): Markup | null {
  const told = timeline.filter((event) => event.raw !== '');
  if (told.length === 0) return null;
  const untold = told.length - most.exchanges;
  return markup`<details><summary>${counted(Math.min(told.length, most.exchanges), 'raw exchange or event', 'raw exchanges and events')}</summary>
    ${told.slice(0, most.exchanges).map(exchange)}
    ${untold > 0 ? markup`<p class="folded">${counted(untold, 'more', 'more')} in the history</p>` : null}</details>`;
}

function exchange(event: TimelineEvent): Markup {
  return markup`
      <h4>Event ${event.seq}, +${grouped(event.ms)} ms: ${label(event.text)}</h4>
      <pre tabindex="0">${preformatted(event.raw)}</pre>`;
}

function repeating(entry: Entry): Markup {
  const lines = entry.findings.slice(0, most.findings).flatMap(({ curl }) => curl);
  const curl =
    lines.length === 0
      ? null
      : markup`<details><summary>The same exchanges with curl, without the kit</summary>
      <pre tabindex="0">${lines.map(
        (line) => markup`${preformatted(line, longest.command)}
`,
      )}</pre></details>`;
  return markup`<h4>How to repeat it</h4>
    <pre tabindex="0">${preformatted(entry.replay, longest.command)}</pre>
    ${curl}`;
}

function note(name: string, text: string): Markup | null {
  return text === '' ? null : markup`<div><dt>${name}</dt><dd>${text}</dd></div>`;
}

function history({ history: recorded }: Entry): Markup | null {
  if (recorded === null) return null;
  return markup`<div><dt>Evidence</dt><dd><code>${recorded.file}</code>, ${counted(recorded.events, 'event')}, chain head <code>${recorded.head}</code></dd></div>`;
}
