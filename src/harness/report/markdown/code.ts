import { longest, manyLines, oneLine } from '../shown-text.js';

/** Text as an inline code span; where marks in it would end the span or the table cell, as a `<code>` element. */
export function code(text: string, limit: number = longest.label): string {
  const shown = oneLine(text, limit);
  if (shown === '') return '(empty)';
  if (/[`|\\]/.test(shown) || shown !== shown.trim()) {
    return `<code>${shown.replace(/[^\p{L}\p{N} ]/gu, entity)}</code>`;
  }
  return `\`${shown}\``;
}

/** Lines as a fenced code block, its fence longer than any run of backticks inside. */
export function codeBlock(language: string, lines: readonly string[]): readonly string[] {
  const text = lines.map((line) => manyLines(line, longest.command)).join('\n');
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${fence}${language}`, ...text.split('\n'), fence];
}

function entity(sign: string): string {
  return `&#${String(sign.codePointAt(0) ?? 0xfffd)};`;
}
