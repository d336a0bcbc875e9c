import type { Entry, Finding } from '../../model/report.js';
import { counted } from '../../model/spelled.js';
import { placeOf } from '../place-of.js';
import { places } from '../places.js';
import { longest, oneLine } from '../shown-text.js';
import { signOf } from '../signs.js';
import { timelineLines } from '../timeline-lines.js';
import type { Paint } from './paint.js';
import { wrapped } from './wrapped.js';

/** One failed requirement with its first finding in full; the page has the others, and the curl lines of all. */
export function failureLines(entry: Entry, width: number, paint: Paint): readonly string[] {
  const sign = signOf(entry);
  const head = `${paint(`${sign.shape} ${sign.word}`, sign.tone)}  ${entry.level}  ${paint(oneLine(entry.id), 'bold')}`;
  const more = entry.moreFindings > 0 ? [`  ${counted(entry.moreFindings, 'more finding')} not shown`] : [];
  return [
    head,
    ...wrapped(oneLine(entry.title), width, '  '),
    ...labelled('risk', entry.risk, width),
    ...entry.findings.slice(0, 1).flatMap((finding) => ['', ...findingLines(finding, width)]),
    ...otherFindings(entry.findings.slice(1), width),
    ...more,
    '',
    ...labelled('cause', entry.usualCause, width),
    ...labelled('remedy', entry.remedy, width),
    `  ${'repeat:'.padEnd(labelWidth)}${oneLine(entry.replay, longest.command)}`,
    '',
  ];
}

const labelWidth = 10;

function findingLines(finding: Finding, width: number): readonly string[] {
  return [
    ...wrapped(oneLine(finding.sentence), width, '  '),
    ...labelled('expected', finding.expected, width),
    ...labelled('actual', finding.actual, width),
    ...labelled('where', placeOf(finding), width),
    ...timelineLines(finding).map((line) => `    ${line}`),
  ];
}

/** What else was found, each sentence once, with the places where it was found: alike, they would tell nothing. */
function otherFindings(findings: readonly Finding[], width: number): readonly string[] {
  const sentences = [...new Set(findings.map(({ sentence }) => sentence))];
  return sentences.flatMap((sentence) => {
    const told = places(findings.filter((finding) => finding.sentence === sentence));
    return [
      '',
      ...wrapped(oneLine(sentence), width, '  '),
      ...told.flatMap((place) => wrapped(oneLine(place), width, '      ', '    - ')),
    ];
  });
}

function labelled(label: string, text: string, width: number): readonly string[] {
  if (text === '') return [];
  return wrapped(oneLine(text), width, ' '.repeat(2 + labelWidth), `  ${`${label}:`.padEnd(labelWidth)}`);
}
