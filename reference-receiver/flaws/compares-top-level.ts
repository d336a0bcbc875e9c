import { canonicalJson, digestOf } from '../create/fingerprint.js';
import type { Json, Payload } from '../store/records.js';
import type { Flaw } from './flaw.js';

/** Compares the members of the payload and takes all nested objects for equal. */
export const comparesTopLevel: Flaw = {
  name: 'compares-top-level',
  requirement: 'conflict/deep-difference',
  summary: 'Compares the members of the payload and takes all nested objects for equal.',
  apply: (parts) => ({
    ...parts,
    fingerprintOf: (payload) => {
      const flat = Object.entries(payload).map(([name, value]) => [
        name,
        isObject(value) ? '[object Object]' : value,
      ]);
      return digestOf(canonicalJson(Object.fromEntries(flat) as Payload));
    },
  }),
};

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
