import type { Entry } from '../../model/report.js';
import { alikeFindings, type AlikeFindings } from '../alike-findings.js';
import { failures } from '../failures.js';
import { counted } from '../../model/spelled.js';
import { placeOf } from '../place-of.js';
import { places } from '../places.js';
import { signOf } from '../signs.js';
import { timelineLines } from '../timeline-lines.js';
import { code, codeBlock } from './code.js';
import { prose } from './prose.js';

/** Characters that all failures together may take; a comment on GitHub holds 65,536. */
const mostCharacters = 36_000;

/** Kinds of findings of one requirement that are told in full. */
const mostFindings = 3;

/** The failed requirements, each under its own heading, and a list of those for which there was no room. */
export function failureSections(entries: readonly Entry[]): readonly string[] {
  const failed = failures(entries);
  const lines: string[] = [];
  const left: Entry[] = [];
  let used = 0;
  for (const entry of failed) {
    const section = failureSection(entry);
    const size = section.join('\n').length;
    if (used + size > mostCharacters) {
      left.push(entry);
      continue;
    }
    used += size;
    lines.push(...section);
  }
  if (failed.length === 0) return [];
  return [`### What failed (${String(failed.length)})`, '', ...lines, ...briefly(left)];
}

function failureSection(entry: Entry): readonly string[] {
  const sign = signOf(entry);
  const kinds = alikeFindings(entry.findings);
  const told = kinds.slice(0, mostFindings);
  const others = kinds.slice(mostFindings).reduce((sum, kind) => sum + 1 + kind.others.length, 0);
  const untold = others + entry.moreFindings;
  const curl = told.flatMap(({ first }) => first.curl);
  return [
    `#### ${sign.shape} ${sign.word} · ${entry.level} · ${code(entry.id)}`,
    '',
    `**${prose(entry.title)}**`,
    '',
    ...(entry.risk === '' ? [] : [prose(entry.risk), '']),
    ...told.flatMap(findingLines),
    ...(untold === 0 ? [] : [`${counted(untold, 'more finding')} in the full report.`, '']),
    '<details><summary>How to repeat it, the usual cause, and a remedy</summary>',
    '',
    ...codeBlock('sh', [entry.replay, ...curl]),
    '',
    `- Usual cause: ${prose(entry.usualCause)}`,
    `- Remedy: ${prose(entry.remedy)}`,
    '',
    '</details>',
    '',
  ];
}

/** The first of its kind in full; of those that are alike, where they were found. */
function findingLines({ first: finding, others }: AlikeFindings): readonly string[] {
  const timeline = timelineLines(finding);
  const alike = `- Found ${counted(others.length, 'more time')}, alike: ${prose(places(others).join('; '))}`;
  return [
    prose(finding.sentence),
    '',
    `- Expected: ${prose(finding.expected)}`,
    `- Actual: ${prose(finding.actual)}`,
    `- Where: ${prose(placeOf(finding))}`,
    ...(others.length === 0 ? [] : [alike]),
    '',
    ...(timeline.length === 0 ? [] : [...codeBlock('text', timeline), '']),
  ];
}

function briefly(entries: readonly Entry[]): readonly string[] {
  if (entries.length === 0) return [];
  const lines = entries.map((entry) => `- ${signOf(entry).shape} ${code(entry.id)} (${entry.level})`);
  return ['There was no room here for these; the full report tells them:', '', ...lines, ''];
}
