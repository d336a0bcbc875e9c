import type { Report } from '../model/report.js';
import { verdicts } from '../model/verdict.js';
import { conclusionOf } from './conclusion.js';
import { gradeInWords, gradeMeanings } from './grade-words.js';
import { code, codeBlock } from './markdown/code.js';
import { contractSection } from './markdown/contract-section.js';
import { failureSections } from './markdown/failure-sections.js';
import { prose } from './markdown/prose.js';
import { requirementTable } from './markdown/requirement-table.js';
import type { Renderer } from './renderer.js';
import { runFacts } from './run-facts.js';
import { counted } from '../model/spelled.js';
import { longest } from './shown-text.js';
import { verdictSigns } from './signs.js';
import { tally } from './tally.js';

/** Items of one list that are printed before the rest is only counted. */
const mostItems = 40;

/** The report as GitHub Flavored Markdown, short enough for a comment on a pull request. */
export const markdown: Renderer = {
  file: 'report.md',
  render(report) {
    const lines = [
      ...opening(report),
      ...gradeSection(report),
      ...contractSection(report),
      ...failureSections(report.entries),
      '### Requirements',
      '',
      ...requirementTable(report.entries),
      ...notExercisedSection(report),
      ...closing(report),
    ];
    return `${lines.join('\n')}\n`;
  },
};

function opening(report: Report): readonly string[] {
  const { sentence, sign, partial } = conclusionOf(report);
  const counts = tally(report.entries);
  const facts = runFacts(report).map(({ label, value }) => `${label}: ${code(value)}`);
  return [
    `## ${sign.shape} ${prose(sentence)}`,
    '',
    ...(partial === null ? [] : [`> **${prose(partial)}**`, '']),
    `| ${verdicts.map((verdict) => `${verdictSigns[verdict].shape} ${verdictSigns[verdict].word}`).join(' | ')} |`,
    `| ${verdicts.map(() => '---:').join(' | ')} |`,
    `| ${verdicts.map((verdict) => String(counts[verdict])).join(' | ')} |`,
    '',
    facts.join(' · '),
    '',
  ];
}

function gradeSection({ grade }: Report): readonly string[] {
  const meaning = grade.reached === null ? [] : [gradeMeanings[grade.reached], ''];
  const reasons = grade.because.map(({ requirement, reason }) =>
    requirement === null ? prose(reason) : `${code(requirement)}: ${prose(reason)}`,
  );
  return [
    `### Grade: ${gradeInWords(grade)}`,
    '',
    ...meaning,
    ...listed(reasons),
    '**Policy for a sender to this receiver**',
    '',
    ...listed(grade.policy.text.map((line) => prose(line))),
    ...proofLines(grade),
    '<details><summary>The policy as JSON</summary>',
    '',
    ...codeBlock('json', JSON.stringify(grade.policy, null, 2).split('\n')),
    '',
    '</details>',
    '',
  ];
}

function proofLines({ proof }: Report['grade']): readonly string[] {
  return proof === null ? [] : ['**Proof of it**', '', ...listed(proof.text.map((line) => prose(line)))];
}

function notExercisedSection({ notExercised }: Report): readonly string[] {
  if (notExercised.length === 0) return [];
  const items = notExercised.map(
    ({ id, level, unlock }) => `${code(id)} (${level}): ${prose(unlock, longest.label)}`,
  );
  return [`### Not exercised (${String(notExercised.length)})`, '', ...listed(items)];
}

function closing({ cleanup, limits, digest }: Report): readonly string[] {
  const state = `${counted(cleanup.attempted, 'deletion')} tried, ${counted(cleanup.remaining, 'record')} remaining.`;
  return [
    `Clean-up: ${state} ${prose(cleanup.note)}`.trimEnd(),
    '',
    ...(limits.length === 0 ? [] : ['Limits:', '', ...listed(limits.map((limit) => prose(limit)))]),
    `Report digest: ${code(digest)}`,
  ];
}

function listed(items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length - mostItems;
  const more = rest > 0 ? [`- ${counted(rest, 'more', 'more')} in the full report`] : [];
  return [...items.slice(0, mostItems).map((item) => `- ${item}`), ...more, ''];
}
