import { refusal } from '../http/refusal.js';
import type { Refusal } from '../http/refusal.js';
import { charactersIn } from '../text.js';

/** What the Idempotency-Key header says: a key, or why it is none. */
export type KeyReading = { readonly key: string } | { readonly refusal: Refusal };

/** The longest key, in characters (code points). */
export const longestKey = 255;

/**
 * Reads the Idempotency-Key header as an opaque text in UTF-8. It may hold no comma: HTTP joins repeated headers
 * with one (RFC 9110, 5.3), so equal parts are one key told twice, and unequal parts are no key.
 */
export function keyOf(header: string | null): KeyReading {
  if (header === null) {
    return { refusal: refusal('key-missing', 'Send the Idempotency-Key header with every create.') };
  }
  const text = decodeHeader(header);
  if (text === undefined) return invalid('The key is not UTF-8.');
  const parts = text.split(',').map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ''));
  const key = parts[0] ?? '';
  if (parts.some((part) => part !== key))
    return invalid('The header was sent more than once, with different keys.');
  if (key === '') return invalid('The key is empty.');
  if (charactersIn(key) > longestKey) return invalid(`The key may have at most ${longestKey} characters.`);
  return { key };
}

/** Header values arrive with one character per byte; undefined when the bytes are no UTF-8. */
export function decodeHeader(header: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return undefined;
  }
}

function invalid(detail: string): KeyReading {
  return { refusal: refusal('key-invalid', detail) };
}
