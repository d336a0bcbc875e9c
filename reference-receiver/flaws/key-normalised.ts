import type { Flaw } from './flaw.js';

/** Brings keys into Unicode form NFC, so that two spellings of one text are one key. */
export const keyNormalised: Flaw = {
  name: 'key-normalised',
  requirement: 'key/unicode-forms',
  summary: 'Brings keys into Unicode form NFC, so that two spellings of one text are one key.',
  apply: (parts) => ({ ...parts, identityOf: (key) => parts.identityOf(key.normalize('NFC')) }),
};
