import { grouped } from '../model/spelled.js';
/**
 * Characters that steer rather than show: controls, invisible and direction marks, half surrogate pairs, line and
 * paragraph separators, and the two that XML 1.0 forbids above U+001F.
 */
const steering = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** How long a text from outside may grow, in UTF-16 units, before it is cut with a note. */
export const longest = { label: 240, value: 600, command: 2_000, raw: 12_000 } as const;

/** The text in one line: cut at `limit`, with every character that steers spelled as `\n`, `\t` or `\u001b`. */
export function oneLine(text: string, limit: number = longest.value): string {
  const { kept, note } = cut(text, limit);
  return kept.replace(steering, spelled) + (note === '' ? '' : ` ${note}`);
}

/** The text over several lines: cut at `limit`, newlines and tabs kept, every other steering character spelled. */
export function manyLines(text: string, limit: number = longest.raw): string {
  const { kept, note } = cut(text.replaceAll('\r\n', '\n'), limit);
  const shown = kept.replace(steering, (sign) => (sign === '\n' || sign === '\t' ? sign : spelled(sign)));
  return shown + (note === '' ? '' : `\n${note}`);
}

/** JSON text in which steering characters inside strings are escaped, so that it parses to the same value. */
export function quietJson(text: string): string {
  return text.replace(steering, (sign) => (sign === '\n' ? sign : escaped(sign)));
}

function cut(text: string, limit: number): { kept: string; note: string } {
  if (text.length <= limit) return { kept: text, note: '' };
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return { kept: text.slice(0, end), note: `… [cut: ${grouped(text.length - end)} more characters]` };
}

function spelled(sign: string): string {
  if (sign === '\n') return String.raw`\n`;
  if (sign === '\r') return String.raw`\r`;
  if (sign === '\t') return String.raw`\t`;
  return escaped(sign);
}

function escaped(sign: string): string {
  let text = '';
  for (let at = 0; at < sign.length; at += 1) {
    text += `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return text;
}
