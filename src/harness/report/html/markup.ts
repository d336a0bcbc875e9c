import { longest, manyLines, oneLine } from '../shown-text.js';

/** HTML that is safe to put into the page; only this file makes it. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a `markup` template; strings are text, never HTML. */
export type Shown = string | number | Markup | null | readonly Shown[];

/** HTML from a template: what is written in it is HTML, whatever is put into it is escaped text, cut and made visible. */
export function markup(parts: TemplateStringsArray, ...values: readonly Shown[]): Markup {
  return {
    markup: parts.map((part, index) => part + (index < values.length ? shown(values[index]) : '')).join(''),
  };
}

/** Text over several lines, for a `<pre>`: newlines kept, cut at `limit` with a note. */
export function preformatted(text: string, limit: number = longest.raw): Markup {
  return { markup: escaped(manyLines(text, limit)) };
}

/** Text in one line, cut at `limit` with a note. */
export function label(text: string, limit: number = longest.label): Markup {
  return { markup: escaped(oneLine(text, limit)) };
}

/** Text of the kit's own that is put in as it is: the style sheet. */
export function verbatim(text: string): Markup {
  return { markup: text };
}

function shown(value: Shown | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escaped(oneLine(value));
  if (typeof value === 'number') return String(value);
  if ('markup' in value) return value.markup;
  return value.map(shown).join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
