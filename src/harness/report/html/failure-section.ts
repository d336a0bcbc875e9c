import type { Entry } from '../../model/report.js';
import { alikeFindings } from '../alike-findings.js';
import { failures } from '../failures.js';
import { counted } from '../../model/spelled.js';
import { placeOf } from '../place-of.js';
import { longest } from '../shown-text.js';
import { signOf } from '../signs.js';
import { anchor } from './anchor.js';
import { findingPart } from './finding-part.js';
import { markup, preformatted, type Markup } from './markup.js';
import { signMark } from './sign-mark.js';

/** Findings of one requirement that are shown; the rest is counted. */
const mostFindings = 10;

/** With more findings in all, browsers are asked to lay out only what is in sight. */
const usual = 60;

/** The failed requirements: first what each costs the business, then each in full, what breaks conformance first. */
export function failureSection(entries: readonly Entry[]): Markup | null {
  const failed = failures(entries);
  if (failed.length === 0) return null;
  const findings = failed.reduce((sum, entry) => sum + entry.findings.length, 0);
  const crowded = findings > usual ? markup` class="crowded"` : null;
  return markup`
<section id="failures"${crowded} aria-labelledby="failures-title">
  <h2 id="failures-title">What failed, and what it costs</h2>
  <ul class="risks">${failed.map(risk)}
  </ul>${failed.map(article)}
</section>`;
}

function risk(entry: Entry): Markup {
  const sentence = entry.risk === '' ? entry.title : entry.risk;
  return markup`
    <li><span class="kicker">${signMark(signOf(entry))} · ${entry.level} · <a href="#${anchor('failure', entry.id)}"><code>${entry.id}</code></a></span> <span class="risk">${sentence}</span></li>`;
}

function article(entry: Entry): Markup {
  const name = anchor('failure', entry.id);
  const told = entry.findings.slice(0, mostFindings);
  const untold = entry.findings.length - told.length + entry.moreFindings;
  return markup`
  <article class="failure ${signOf(entry).tone}" id="${name}" data-failure="${entry.id}" aria-labelledby="${name}-title">
    <p class="kicker">${signMark(signOf(entry))} · ${entry.level} · <code>${entry.id}</code></p>
    <h3 id="${name}-title">${entry.title}</h3>
    ${alikeFindings(told).map((alike, place) => findingPart(alike, place === 0))}
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

/** Alike findings are repeated alike: the lines of the first of each kind tell them all. */
function repeating(entry: Entry): Markup {
  const kinds = alikeFindings(entry.findings.slice(0, mostFindings)).filter(
    ({ first }) => first.curl.length > 0,
  );
  const lines = kinds.flatMap(({ first }) =>
    kinds.length === 1 ? first.curl : [`# ${placeOf(first)}`, ...first.curl],
  );
  const curl =
    lines.length === 0
      ? null
      : markup`<details><summary>The same exchanges with curl, without the kit</summary>
      <pre tabindex="0">${lines.map(
        (line) => markup`${preformatted(line, longest.command)}
`,
      )}</pre></details>`;
  return markup`<h4>How to repeat it</h4>
    <pre class="command" tabindex="0">${preformatted(entry.replay, longest.command)}</pre>
    ${curl}`;
}

function note(name: string, text: string): Markup | null {
  return text === '' ? null : markup`<div><dt>${name}</dt><dd>${text}</dd></div>`;
}

function history({ history: recorded }: Entry): Markup | null {
  if (recorded === null) return null;
  return markup`<div><dt>Evidence</dt><dd><code>${recorded.file}</code>, ${counted(recorded.events, 'event')}, chain head <code>${recorded.head}</code></dd></div>`;
}
