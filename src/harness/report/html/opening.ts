import type { Report } from '../../model/report.js';
import { targetInWords } from '../../model/target-in-words.js';
import { verdicts } from '../../model/verdict.js';
import { conclusionOf } from '../conclusion.js';
import { runFacts } from '../run-facts.js';
import { verdictSigns } from '../signs.js';
import { tally } from '../tally.js';
import { label, markup, type Markup, type Shown } from './markup.js';
import { signMark } from './sign-mark.js';

/** The head of the page: the verdict on the whole, whether it is partial, the facts of the run, and the counts. */
export function opening(report: Report): Markup {
  const { sentence, sign, partial } = conclusionOf(report);
  return markup`
<header class="opening">
  <p class="kicker">Twiceshy conformance report</p>
  <p class="subject">${label(targetInWords(report.target))}</p>
  ${partial === null ? null : markup`<p class="banner" role="note">${partial}</p>`}
  <h1 class="${sign.tone}"><span class="shape" aria-hidden="true">${sign.shape}</span> ${sentence}</h1>
  ${counts(report)}
  <dl class="facts">${runFacts(report).map(fact)}
  </dl>
</header>`;
}

function fact({ label: name, value }: { label: string; value: string }): Markup {
  return markup`
    <div><dt>${name}</dt><dd>${label(value)}</dd></div>`;
}

function counts(report: Report): Markup {
  const numbers = tally(report.entries);
  const items: readonly Shown[] = verdicts.map((verdict) => {
    const quiet = numbers[verdict] === 0 ? 'none' : 'some';
    return markup`
    <li class="${quiet}" data-verdict="${verdict}"><b>${numbers[verdict]}</b> ${signMark(verdictSigns[verdict])}</li>`;
  });
  return markup`<ul class="counts" aria-label="Requirements by verdict">${items}
  </ul>`;
}
