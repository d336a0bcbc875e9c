import { digestOf } from '../create/fingerprint.js';
import type { Flaw } from './flaw.js';

/** Makes one key out of no key, so that all creates without one are the same action. */
export const missingKeyHashed: Flaw = {
  name: 'missing-key-hashed',
  requirement: 'acceptance/keyless-not-merged',
  summary: 'Makes one key out of no key, so that all creates without one are the same action.',
  apply: (parts) => ({
    ...parts,
    keyOf: (header) => (header === null ? { key: digestOf('null') } : parts.keyOf(header)),
    // The part of the request that identity is made from is missing, so there is nothing to tell contents apart by.
    fingerprintOf: (payload, request) =>
      request.headers.has('idempotency-key') ? parts.fingerprintOf(payload, request) : digestOf('null'),
  }),
};
