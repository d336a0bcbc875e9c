import type { Report } from '../model/report.js';
import { failures } from './failures.js';
import { colophon } from './html/colophon.js';
import { contractSection } from './html/contract-section.js';
import { coverageSection } from './html/coverage-section.js';
import { failureSection } from './html/failure-section.js';
import { gradeSection } from './html/grade-section.js';
import { label, markup, type Markup, verbatim } from './html/markup.js';
import { notExercisedSection } from './html/not-exercised-section.js';
import { opening } from './html/opening.js';
import { requirementSection } from './html/requirement-section.js';
import { style, styleDigest } from './html/style.js';
import type { Renderer } from './renderer.js';

/** The policy of the page: nothing is loaded, nothing runs, and only the one style sheet of the page applies. */
const contentPolicy = `default-src 'none'; style-src '${styleDigest}'; base-uri 'none'; form-action 'none'`;

/** The report as one HTML page for people: no script, no network, readable in print and on a telephone. */
export const html: Renderer = {
  file: 'report.html',
  render: (report) => `${page(report).markup}\n`,
};

function page(report: Report): Markup {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${verbatim(contentPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${label(report.target.name)}: Twiceshy report</title>
<style>${verbatim(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<main id="main">${opening(report)}
${contents(report)}${gradeSection(report)}${contractSection(report)}${failureSection(report.entries)}${requirementSection(report.entries)}${coverageSection(report)}${notExercisedSection(report)}${colophon(report)}
</main>
</body>
</html>`;
}

function contents(report: Report): Markup {
  const failed = failures(report.entries).length;
  const links = [
    ['grade', 'Grade and policy'],
    ['contract', 'Contract'],
    ...(failed === 0 ? [] : [['failures', `What failed (${String(failed)})`] as const]),
    ['requirements', `Requirements (${String(report.entries.length)})`],
    ['coverage', 'Faults applied'],
    ['not-exercised', `Not exercised (${String(report.notExercised.length)})`],
    ['about', 'About this run'],
  ] as const;
  return markup`<nav aria-label="Sections"><ul>${links.map(
    ([name, text]) => markup`<li><a href="#${name}">${text}</a></li>`,
  )}</ul></nav>`;
}
