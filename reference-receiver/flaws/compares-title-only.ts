import { canonicalJson, digestOf } from '../create/fingerprint.js';
import type { Flaw } from './flaw.js';

/** Compares only the title of what was sent under a key. */
export const comparesTitleOnly: Flaw = {
  name: 'compares-title-only',
  requirement: 'conflict/deep-difference',
  summary: 'Compares only the title of what was sent under a key.',
  apply: (parts) => ({
    ...parts,
    fingerprintOf: (payload) => digestOf(canonicalJson(payload['title'] ?? payload['text'] ?? null)),
  }),
};
