import type { Flaw } from './flaw.js';

/** Reads keys that look like numbers as numbers, so that 1, 01, 1.0 and 1e0 are one key. */
export const keyParsedAsNumber: Flaw = {
  name: 'key-parsed-as-number',
  requirement: 'key/number-like',
  summary: 'Reads keys that look like numbers as numbers, so that 1, 01, 1.0 and 1e0 are one key.',
  apply: (parts) => ({
    ...parts,
    identityOf: (key) => parts.identityOf(looksLikeNumber.test(key) ? String(Number(key)) : key),
  }),
};

const looksLikeNumber = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
