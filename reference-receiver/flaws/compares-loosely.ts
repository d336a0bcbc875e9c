import { canonicalJson, digestOf } from '../create/fingerprint.js';
import type { Json } from '../store/records.js';
import type { Flaw } from './flaw.js';

/** Compares as a lenient language does: "1" is 1, null is absent, and the order of a list does not count. */
export const comparesLoosely: Flaw = {
  name: 'compares-loosely',
  requirement: 'conflict/deep-difference',
  summary:
    'Compares as a lenient language does: "1" is 1, null is absent, and the order of a list does not count.',
  apply: (parts) => ({ ...parts, fingerprintOf: (payload) => digestOf(canonicalJson(loose(payload))) }),
};

function loose(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => canonicalJson(loose(item))).sort();
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, content]) => content !== null);
    return Object.fromEntries(members.map(([name, content]) => [name, loose(content)]));
  }
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : value;
}
