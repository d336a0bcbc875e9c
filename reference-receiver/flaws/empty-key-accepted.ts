import type { Flaw } from './flaw.js';

/** Takes the empty text for a key. */
export const emptyKeyAccepted: Flaw = {
  name: 'empty-key-accepted',
  requirement: 'key/empty',
  summary: 'Takes the empty text for a key.',
  apply: (parts) => ({ ...parts, keyOf: (header) => (header === '' ? { key: '' } : parts.keyOf(header)) }),
};
