import type { Report } from '../model/report.js';
import { evidenceOf, sortedClaims } from './claims.js';
import { conclusionOf } from './conclusion.js';
import { failures } from './failures.js';
import { gradeInWords, gradeMeanings } from './grade-words.js';
import type { Renderer } from './renderer.js';
import { runFacts } from './run-facts.js';
import { counted } from '../model/spelled.js';
import { longest, oneLine } from './shown-text.js';
import { tally, tallyInWords } from './tally.js';
import { failureLines } from './terminal/failure-lines.js';
import { paintWith, type Paint } from './terminal/paint.js';
import { requirementLines } from './terminal/requirement-lines.js';
import { wrapped } from './terminal/wrapped.js';

const usualWidth = 100;

/** The report for a terminal; coloured only if asked, and complete without colour. */
export const terminal: Renderer = {
  file: 'report.txt',
  render(report, options = {}) {
    const paint = paintWith(options.colour === true);
    const width = Math.max(40, options.width ?? usualWidth);
    const lines = [
      ...opening(report, width, paint),
      ...gradeSection(report, width, paint),
      ...contractSection(report, width, paint),
      ...requirementSection(report, width, paint),
      ...failureSection(report, width, paint),
      ...notExercisedSection(report, width, paint),
      ...closing(report, width, paint),
    ];
    return `${lines.join('\n')}\n`;
  },
};

function opening(report: Report, width: number, paint: Paint): readonly string[] {
  const { sentence, sign, partial } = conclusionOf(report);
  const facts = runFacts(report);
  const labelWidth = Math.max(...facts.map(({ label }) => label.length)) + 2;
  return [
    paint(`${sign.shape} ${oneLine(sentence)}`, sign.tone),
    ...(partial === null ? [] : wrapped(`! ${partial}`, width, '').map((line) => paint(line, 'open'))),
    tallyInWords(tally(report.entries)),
    '',
    ...facts.flatMap(({ label, value }) =>
      wrapped(oneLine(value, longest.label), width, ' '.repeat(labelWidth), label.padEnd(labelWidth)),
    ),
    '',
  ];
}

function gradeSection(report: Report, width: number, paint: Paint): readonly string[] {
  const { grade } = report;
  const meaning = grade.reached === null ? [] : wrapped(gradeMeanings[grade.reached], width, '  ');
  const reasons = grade.because.map(({ requirement, reason }) =>
    requirement === null ? reason : `${requirement}: ${reason}`,
  );
  return [
    `${paint('Grade', 'bold')}  ${gradeInWords(grade)}`,
    ...meaning,
    ...bullets(reasons, width),
    '',
    `${paint('Policy', 'bold')}  for a sender to this receiver`,
    ...bullets(grade.policy.text, width),
    ...(grade.proof === null ? [] : ['', paint('Proof of it', 'bold'), ...bullets(grade.proof.text, width)]),
    '',
  ];
}

function contractSection(report: Report, width: number, paint: Paint): readonly string[] {
  if (report.contract.length === 0) return [];
  const { differing, inWords } = sortedClaims(report.contract);
  const lines = differing.map(
    (line) => `${line.claim}: declared ${line.declared}, observed ${line.observed} (${evidenceOf(line)})`,
  );
  return [`${paint('Contract', 'bold')}  ${inWords}`, ...bullets(lines, width), ''];
}

function requirementSection(report: Report, width: number, paint: Paint): readonly string[] {
  return [paint('Requirements', 'bold'), ...requirementLines(report.entries, width, paint), ''];
}

function failureSection(report: Report, width: number, paint: Paint): readonly string[] {
  const failed = failures(report.entries);
  if (failed.length === 0) return [];
  return [paint('What failed', 'bold'), '', ...failed.flatMap((entry) => failureLines(entry, width, paint))];
}

function notExercisedSection(report: Report, width: number, paint: Paint): readonly string[] {
  const { notExercised } = report;
  if (notExercised.length === 0) return [];
  const unlocks = new Map<string, string[]>();
  for (const { id, unlock } of notExercised) unlocks.set(unlock, [...(unlocks.get(unlock) ?? []), id]);
  const lines = [...unlocks].map(([unlock, ids]) => `to try ${ids.join(', ')}: ${unlock}`);
  return [
    `${paint('Not exercised', 'bold')}  ${counted(notExercised.length, 'requirement')}`,
    ...bullets(lines, width),
    '',
  ];
}

function closing(report: Report, width: number, paint: Paint): readonly string[] {
  const { cleanup, limits } = report;
  const unapplied = report.coverage.filter(({ planned, applied }) => applied < planned);
  const faults = unapplied.map(
    ({ fault, operation, planned, applied }) =>
      `${fault} on ${operation}: applied ${String(applied)} of ${String(planned)}`,
  );
  const state = `${counted(cleanup.attempted, 'deletion')} tried, ${counted(cleanup.remaining, 'record')} remaining.`;
  return [
    `${paint('Clean-up', 'bold')}  ${state}`,
    ...(cleanup.note === '' ? [] : bullets([cleanup.note], width)),
    ...titled('Limits', limits, width, paint),
    ...titled('Faults not applied as planned', faults, width, paint),
  ];
}

function titled(title: string, lines: readonly string[], width: number, paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : [paint(title, 'bold'), ...bullets(lines, width)];
}

function bullets(lines: readonly string[], width: number): readonly string[] {
  return lines.flatMap((line) => wrapped(oneLine(line), width, '    ', '  - '));
}
