import type { Entry, Side } from '../../model/report.js';
import { families } from '../families.js';
import { counted } from '../../model/spelled.js';
import { oneLine } from '../shown-text.js';
import { sideSigns, signOf } from '../signs.js';
import { tallyInWords } from '../tally.js';
import type { Paint } from './paint.js';
import { wrapped } from './wrapped.js';

/** Every requirement by family: verdict by shape and word, level, id, sides, cases, and why where it was not decided. */
export function requirementLines(entries: readonly Entry[], width: number, paint: Paint): readonly string[] {
  const verdictWidth = Math.max(0, ...entries.map((entry) => signOf(entry).word.length)) + 2;
  return families(entries).flatMap((family) => [
    `  ${paint(oneLine(family.name), 'bold')}  ${tallyInWords(family.counts)}`,
    ...family.entries.flatMap((entry) => entryLines(entry, verdictWidth, width, paint)),
  ]);
}

function entryLines(entry: Entry, verdictWidth: number, width: number, paint: Paint): readonly string[] {
  const sign = signOf(entry);
  const verdict = paint(`${sign.shape} ${sign.word}`.padEnd(verdictWidth), sign.tone);
  const facts = [...sidesInWords(entry), counted(entry.cases, 'case')].join(', ');
  const left = entry.leftOut.map((out) => `left out: ${out.try} (needs ${out.needs.join(', ')})`);
  const seen = entry.observations.map(({ claim, observed }) => `${claim}: ${observed}`);
  const notes = [entry.why, ...seen, ...left].filter((note) => note !== '');
  return [
    `    ${verdict}  ${entry.level.padEnd(6)}  ${oneLine(entry.id)}  (${facts})`,
    ...notes.flatMap((note) => wrapped(oneLine(note), width, '        ')),
  ];
}

function sidesInWords(entry: Entry): readonly string[] {
  const sides: readonly (readonly [string, Side])[] = [
    ['effect', entry.effect],
    ['answer', entry.answer],
    ['sender', entry.sender],
  ];
  return sides
    .filter(([, side]) => side !== 'not-judged')
    .map(([name, side]) => `${name} ${sideSigns[side].word}`);
}
