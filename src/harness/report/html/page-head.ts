import { markup, verbatim, type Markup } from './markup.js';
import { style, styleDigest } from './style.js';

/** The policy of every page: nothing is loaded, nothing runs, and only the one style sheet of the page applies. */
const contentPolicy = `default-src 'none'; style-src '${styleDigest}'; base-uri 'none'; form-action 'none'`;

/** The head of a page that stands by itself: its policy, its title and its dress. */
export function pageHead(title: string | Markup): Markup {
  return markup`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${verbatim(contentPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${verbatim(style)}</style>
</head>`;
}
