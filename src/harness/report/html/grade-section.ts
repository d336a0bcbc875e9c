import type { Report } from '../../model/report.js';
import { grades, type Grade } from '../../model/verdict.js';
import { alikeReasons } from '../alike-reasons.js';
import { gradeInWords, gradeMeanings } from '../grade-words.js';
import { spelledDuration } from '../../model/spelled.js';
import { markup, preformatted, type Markup } from './markup.js';
import { requirementLinks, type Told } from './requirement-link.js';

type Graded = Report['grade'];

/** The grade with its reasons, and the policy that is safe with this receiver. */
export function gradeSection({ grade }: Report, told: Told): Markup {
  return markup`
<section id="grade" aria-labelledby="grade-title">
  <h2 id="grade-title">Grade: ${gradeInWords(grade)}</h2>
  <ol class="ladder" aria-label="Grades, best first">${grades.map((each) => rung(each, grade))}
  </ol>
  ${reasons(grade, told)}
  <h3>What a sender may do</h3>
  ${policy(grade)}
  ${proof(grade)}
</section>`;
}

function rung(each: Grade, grade: Graded): Markup {
  const tags = [
    each === grade.reached ? markup`<span class="tag reached">reached</span>` : null,
    each === grade.required ? markup`<span class="tag">required</span>` : null,
  ];
  const current = each === grade.reached ? markup` aria-current="true"` : null;
  return markup`
    <li${current}><strong>${each}</strong> ${tags}<span class="meaning">${gradeMeanings[each]}</span></li>`;
}

function reasons({ because }: Graded, told: Told): Markup | null {
  if (because.length === 0) return null;
  return markup`<h3>Because</h3>
  <ul class="reasons">${alikeReasons(because).map(
    ({ reason, requirements }) => markup`
    <li>${reason}${requirements.length === 0 ? null : markup` <span class="from">${requirementLinks(requirements, told)}</span>`}</li>`,
  )}
  </ul>`;
}

function policy({ policy: rules }: Graded): Markup {
  const window = rules.windowMs === null ? 'none was shown' : spelledDuration(rules.windowMs);
  return markup`<ul class="policy">${rules.text.map(
    (line) => markup`
    <li>${line}</li>`,
  )}
  </ul>
  <dl class="facts">
    <div><dt>Retry</dt><dd>${rules.retry}</dd></div>
    <div><dt>Window</dt><dd>${window}</dd></div>
    ${absentAfter(rules)}
    <div><dt>At once per key</dt><dd>${rules.perKeyParallelism}</dd></div>
    <div><dt>Stop on</dt><dd>${rules.stopOn.length === 0 ? 'nothing' : rules.stopOn.join(', ')}</dd></div>
  </dl>
  <details><summary>The policy as JSON</summary>
  <pre tabindex="0">${preformatted(JSON.stringify(rules, null, 2))}</pre></details>`;
}

function absentAfter({ absentAfterMs }: Graded['policy']): Markup | null {
  if (absentAfterMs === null) return null;
  return markup`<div><dt>Absent counts after</dt><dd>${spelledDuration(absentAfterMs)}</dd></div>`;
}

function proof({ proof: shown }: Graded): Markup | null {
  if (shown === null) return null;
  return markup`<h3>Proof of it</h3>
  <ul class="policy">${shown.text.map(
    (line) => markup`
    <li>${line}</li>`,
  )}
  </ul>`;
}
