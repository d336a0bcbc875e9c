import type { Flaw } from './flaw.js';

/** Leaves everything but letters and digits out of a key. */
export const keyPunctuationStripped: Flaw = {
  name: 'key-punctuation-stripped',
  requirement: 'key/punctuation',
  summary: 'Leaves everything but letters and digits out of a key.',
  apply: (parts) => ({ ...parts, identityOf: (key) => parts.identityOf(key.replace(/[\p{P}\p{S}]/gu, '')) }),
};
