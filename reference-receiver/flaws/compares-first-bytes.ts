import { canonicalJson, digestOf } from '../create/fingerprint.js';
import type { Flaw } from './flaw.js';

/** Compares only the first 256 bytes of what was sent under a key. */
export const comparesFirstBytes: Flaw = {
  name: 'compares-first-bytes',
  requirement: 'conflict/deep-difference',
  summary: 'Compares only the first 256 bytes of what was sent under a key.',
  apply: (parts) => ({
    ...parts,
    fingerprintOf: (payload) =>
      digestOf(Buffer.from(canonicalJson(payload)).subarray(0, compared).toString('latin1')),
  }),
};

const compared = 256;
