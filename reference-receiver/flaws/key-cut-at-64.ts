import type { Flaw } from './flaw.js';

/** Keeps only the first 64 characters of a key. */
export const keyCutAt64: Flaw = {
  name: 'key-cut-at-64',
  requirement: 'key/full-length',
  summary: 'Keeps only the first 64 characters of a key.',
  apply: (parts) => ({
    ...parts,
    identityOf: (key) => parts.identityOf(Array.from(key).slice(0, 64).join('')),
  }),
};
