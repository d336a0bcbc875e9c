import { quietJson } from '../report/shown-text.js';
import type { Paper } from '../report/paper/paper.js';
import { paperHtml } from '../report/paper/paper-html.js';
import { paperMarkdown } from '../report/paper/paper-markdown.js';
import { paperText } from '../report/paper/paper-text.js';
import type { Kit } from './kit.js';

/** The formats of what is said of several reports. */
export const paperFormats = ['text', 'json', 'markdown', 'html'] as const;

/** One of these formats. */
export type PaperFormat = (typeof paperFormats)[number];

/** The text of a value in a format; `paperOf` lays it out for people. */
export function paperIn<Value>(
  format: PaperFormat,
  value: Value,
  paperOf: (value: Value) => Paper,
  terminal: Kit['terminal'],
): string {
  switch (format) {
    case 'json':
      return `${quietJson(JSON.stringify(value, null, 2))}\n`;
    case 'markdown':
      return paperMarkdown(paperOf(value));
    case 'html':
      return paperHtml(paperOf(value));
    case 'text':
      return paperText(paperOf(value), terminal);
  }
}
