import { createHash } from 'node:crypto';
import type { Json } from '../store/records.js';

/** The digest of what a payload means: SHA-256 over its canonical JSON, with the version of the rule in front. */
export function fingerprintOf(payload: Json): string {
  return digestOf(canonicalJson(payload));
}

/** Digests a text that stands for a payload. */
export function digestOf(text: string): string {
  return `v1:${createHash('sha256').update(text).digest('hex')}`;
}

/**
 * JSON with sorted members, no blanks, and one spelling for each number and text, as in RFC 8785: what differs only
 * in writing (1, 1.0, 1e0, escapes, order of members) is equal, all else differs.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, content]) => `${JSON.stringify(name)}:${canonicalJson(content)}`).join(',')}}`;
}
