import { counted } from '../../model/spelled.js';
import { code } from '../markdown/code.js';
import { prose } from '../markdown/prose.js';
import { longest } from '../shown-text.js';
import type { Cell, Paper, PaperSection } from './paper.js';

/** Rows of one table that are printed before the rest is only counted: a comment holds 65,536 characters. */
const mostRows = 60;

/** A paper as GitHub Flavored Markdown, for a comment on a pull request or the summary of a job. */
export function paperMarkdown(paper: Paper): string {
  const lines = [
    `## ${paper.sign.shape} ${prose(paper.sentence, longest.command)}`,
    '',
    ...paper.facts.flatMap(({ label, value }) => [`- ${prose(label)}: ${code(value)}`]),
    ...(paper.facts.length > 0 ? [''] : []),
    ...paper.notes.flatMap((note) => [`> ${prose(note)}`, '']),
    ...paper.sections.flatMap(sectionLines),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function sectionLines({ title, text, columns, rows }: PaperSection): readonly string[] {
  const rest = rows.length - mostRows;
  return [
    `### ${prose(title)}${rows.length > 0 ? ` (${rows.length})` : ''}`,
    '',
    ...(text === '' ? [] : [prose(text), '']),
    ...(rows.length === 0 ? [] : [`| ${columns.map((name) => prose(name)).join(' | ')} |`]),
    ...(rows.length === 0 ? [] : [`| ${columns.map(() => '---').join(' | ')} |`]),
    ...rows.slice(0, mostRows).map((row) => `| ${row.map(cellMarkdown).join(' | ')} |`),
    ...(rest > 0 ? ['', `${counted(rest, 'more row')} in the other formats`] : []),
    ...(rows.length === 0 ? [] : ['']),
  ];
}

function cellMarkdown(cell: Cell): string {
  if (typeof cell === 'string') return prose(cell, longest.label);
  return 'name' in cell ? code(cell.name) : `${cell.sign.shape} ${cell.sign.word}`;
}
