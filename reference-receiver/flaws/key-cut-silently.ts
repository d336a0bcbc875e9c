import { longestKey } from '../create/key.js';
import type { Flaw } from './flaw.js';

/** Cuts a key that is too long instead of refusing it. */
export const keyCutSilently: Flaw = {
  name: 'key-cut-silently',
  requirement: 'key/over-length',
  summary: 'Cuts a key that is too long instead of refusing it.',
  apply: (parts) => ({
    ...parts,
    keyOf: (header) => {
      const reading = parts.keyOf(header);
      const isWhole = 'key' in reading || header === null || header.includes(',');
      return isWhole ? reading : parts.keyOf(cut(header));
    },
    identityOf: (key) => parts.identityOf(cut(key)),
  }),
};

function cut(text: string): string {
  return Array.from(text).slice(0, longestKey).join('');
}
