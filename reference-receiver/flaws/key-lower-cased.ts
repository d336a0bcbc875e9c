import type { Flaw } from './flaw.js';

/** Compares keys without regard to case. */
export const keyLowerCased: Flaw = {
  name: 'key-lower-cased',
  requirement: 'key/case-kept',
  summary: 'Compares keys without regard to case.',
  apply: (parts) => ({ ...parts, identityOf: (key) => parts.identityOf(key.toLowerCase()) }),
};
