import type { Report } from '../model/report.js';
import { failures } from './failures.js';
import { colophon } from './html/colophon.js';
import { commentField } from './html/comment-field.js';
import { contractSection } from './html/contract-section.js';
import { coverageSection } from './html/coverage-section.js';
import { failureSection } from './html/failure-section.js';
import { gradeSection } from './html/grade-section.js';
import { label, markup, type Markup, type Shown } from './html/markup.js';
import { loadSection } from './html/load-section.js';
import { measurementSection } from './html/measurement-section.js';
import { notExercisedSection } from './html/not-exercised-section.js';
import { opening } from './html/opening.js';
import { pageHead } from './html/page-head.js';
import { remediationSection } from './html/remediation-section.js';
import { requirementSection } from './html/requirement-section.js';
import type { Renderer } from './renderer.js';
import { wholeReport } from './whole-report.js';

/** The report as one HTML page for people: no script, no network, readable in print and on a telephone. */
export const html: Renderer = {
  file: 'report.html',
  render: (report) => `${page(wholeReport(report)).markup}\n`,
};

function page(report: Report): Markup {
  return markup`<!doctype html>
<html lang="en">
${pageHead(markup`${label(report.target.name)}: Twiceshy report`)}
<body>
<a class="skip" href="#main">Skip to the report</a>
<main id="main">${opening(report)}
${contents(report)}${sections(report)}
</main>
${commentField()}
</body>
</html>`;
}

/** In the order in which people read: what it comes to, what it rests on, what is not known, how it was made. */
function sections(report: Report): Shown {
  const told = new Set(report.entries.map(({ id }) => id));
  return [
    gradeSection(report, told),
    contractSection(report, told),
    failureSection(report.entries),
    requirementSection(report),
    coverageSection(report, told),
    measurementSection(report, told),
    loadSection(report, told),
    notExercisedSection(report, told),
    remediationSection(report, told),
    colophon(report, told),
  ];
}

function contents(report: Report): Markup {
  const failed = failures(report.entries).length;
  const links = [
    ['grade', 'Grade and policy'],
    ['contract', 'Contract'],
    ...(failed === 0 ? [] : [['failures', `What failed (${String(failed)})`] as const]),
    ['requirements', `Requirements (${String(report.entries.length)})`],
    ['coverage', 'Coverage'],
    ...(report.measurements.length === 0 ? [] : [['measurements', 'Latency'] as const]),
    ...(report.loads.length === 0 ? [] : [['load', 'Under load'] as const]),
    ['not-exercised', `Not exercised (${String(report.notExercised.length)})`],
    ...(report.remediation.length === 0 ? [] : [['remediation', 'How to mend it'] as const]),
    ['about', 'About this run'],
  ] as const;
  return markup`<nav aria-label="Sections"><ul>${links.map(
    ([name, text]) => markup`<li><a href="#${name}">${text}</a></li>`,
  )}</ul></nav>`;
}
