import type { Answer } from '../model/exchange.js';
import { decodeText } from './decode-text.js';

/** An answer by its parts, with the bytes of its body as text. */
export function answeredWith(
  status: number,
  headers: Headers,
  body: Uint8Array,
): Extract<Answer, { kind: 'answered' }> {
  const { text, malformed } = decodeText(body, headers.get('content-type'));
  return {
    kind: 'answered',
    status,
    headers: [...headers],
    body: text,
    ...(malformed === undefined ? {} : { malformed }),
  };
}
