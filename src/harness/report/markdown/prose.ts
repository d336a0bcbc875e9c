import { longest, oneLine } from '../shown-text.js';

/**
 * Text as markdown that shows it and means nothing: no emphasis, link, table cell, mention or reference can come out
 * of it (CommonMark 0.31 and the extensions of GitHub Flavored Markdown).
 */
export function prose(text: string, limit: number = longest.value): string {
  return oneLine(text, limit)
    .replace(/[\\`*_[\]~$&<>|]|:\/\/|\bwww\.|[@#](?=[\p{L}\p{N}])/giu, harmless)
    .replace(/^([-+=#]|\d+(?=[.)]))/, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
}

function harmless(sign: string): string {
  switch (sign) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '|':
      return '&#124;';
    case '://':
      return ':&#47;&#47;';
    case '@':
    case '#':
      return `${sign}<!-- -->`;
    default:
      return sign.length > 1 ? `${sign.slice(0, -1)}&#46;` : `\\${sign}`;
  }
}
