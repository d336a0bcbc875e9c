import { createHash } from 'node:crypto';

/** SHA-256 (hex) of a stored request text; what an approval is bound to. */
export function payloadHash(requestText: string): string {
  return createHash('sha256').update(requestText, 'utf8').digest('hex');
}
