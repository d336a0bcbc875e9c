import { longest, oneLine } from '../shown-text.js';
import { paintWith, type Paint } from '../terminal/paint.js';
import { wrapped } from '../terminal/wrapped.js';
import type { Cell, Paper, PaperSection } from './paper.js';

const usualWidth = 100;

/** A paper for a terminal; coloured only if asked, and complete without colour. */
export function paperText(
  paper: Paper,
  options: { readonly colour?: boolean; readonly width?: number } = {},
): string {
  const paint = paintWith(options.colour === true);
  const width = Math.max(40, options.width ?? usualWidth);
  const indent = Math.max(0, ...paper.facts.map(({ label }) => label.length)) + 2;
  const opening = wrapped(oneLine(`${paper.sign.shape} ${paper.sentence}`, longest.command), width, '  ', '');
  const lines = [
    ...opening.map((line) => paint(line, paper.sign.tone)),
    '',
    ...paper.facts.flatMap(({ label, value }) =>
      wrapped(oneLine(value), width, ' '.repeat(indent), label.padEnd(indent)),
    ),
    ...paper.notes.flatMap((note) => wrapped(oneLine(note), width, '  ', '! ')),
    ...paper.sections.flatMap((section) => ['', ...sectionLines(section, width, paint)]),
  ];
  return `${lines.join('\n')}\n`;
}

function sectionLines(section: PaperSection, width: number, paint: Paint): readonly string[] {
  const { title, text, rows } = section;
  return [
    `${paint(title, 'bold')}${rows.length > 0 ? `  ${rows.length}` : ''}`,
    ...(text === '' ? [] : wrapped(text, width, '  ')),
    ...rows.flatMap((row) => wrapped(rowText(row, section), width, '    ', '  - ')),
  ];
}

function rowText(row: readonly Cell[], { columns, labelled = false }: PaperSection): string {
  const [first = '', ...rest] = row.map(cellText);
  const told = rest.flatMap((cell, index) => {
    const column = columns[index + 1] ?? '';
    return cell === '' ? [] : [labelled && column !== '' ? `${column} ${cell}` : cell];
  });
  return told.length === 0 ? first : `${first}: ${told.join('; ')}`;
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return oneLine(cell);
  return 'name' in cell ? oneLine(cell.name) : `${cell.sign.shape} ${cell.sign.word}`;
}
