import { longest, oneLine } from '../shown-text.js';

/**
 * Text as markdown that shows it and means nothing: no emphasis, link, table cell, mention or reference can come out
 * of it (CommonMark 0.31 and the extensions of GitHub Flavored Markdown).
 */
export function prose(text: string, limit: number = longest.value): string {
  return oneLine(text, limit)
    .replace(/[\\`*_[\]~$]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('|', '&#124;')
    .replaceAll('://', ':&#47;&#47;')
    .replace(/\bwww\./gi, (match) => `${match.slice(0, -1)}&#46;`)
    .replace(/[@#](?=[\p{L}\p{N}])/gu, '$&<!-- -->')
    .replace(/^([-+=#]|\d+(?=[.)]))/, (match) => (/^\d/.test(match) ? `${match}\\` : `\\${match}`));
}
