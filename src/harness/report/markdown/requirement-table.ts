import type { Entry } from '../../model/report.js';
import { families } from '../families.js';
import { sideSigns, signOf } from '../signs.js';
import { tally, tallyInWords } from '../tally.js';
import { code } from './code.js';
import { prose } from './prose.js';

/** Every requirement in one folded table, family by family. */
export function requirementTable(entries: readonly Entry[]): readonly string[] {
  if (entries.length === 0) return ['No requirement was judged.', ''];
  return [
    `<details><summary>All requirements: ${tallyInWords(tally(entries))}</summary>`,
    '',
    '| verdict | level | requirement | effect | answer | sender | cases | note |',
    '| --- | --- | --- | --- | --- | --- | ---: | --- |',
    ...families(entries).flatMap((family) => family.entries.map(row)),
    '',
    '</details>',
    '',
  ];
}

const longestNote = 120;

function row(entry: Entry): string {
  const sign = signOf(entry);
  const sides = [entry.effect, entry.answer, entry.sender].map((side) => sideSigns[side].word);
  const seen = entry.observations.map(({ claim, observed }) => `${claim}: ${observed}`);
  const left = entry.leftOut.map((out) => `left out: ${out.try} (needs ${out.needs.join(', ')})`);
  const note = prose([entry.why, ...seen, ...left].filter((part) => part !== '').join('; '), longestNote);
  const cells = [
    `${sign.shape} ${sign.word}`,
    entry.level,
    code(entry.id),
    ...sides,
    String(entry.cases),
    note,
  ];
  return `| ${cells.join(' | ')} |`;
}
