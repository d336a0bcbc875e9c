import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { longestBodyBytes } from './read-body.js';

/** The text of a body whose bytes are all there, by its Content-Encoding; throws where they are not what that says. */
export function decodeBody(body: Buffer, headers: Headers): string {
  const codings = (headers.get('content-encoding') ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase());
  const plain = codings.toReversed().reduce(decodedOnce, body);
  return new TextDecoder().decode(plain);
}

function decodedOnce(body: Buffer, coding: string): Buffer {
  const bound = { maxOutputLength: longestBodyBytes };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(body, bound);
    case 'deflate':
      return inflateSync(body, bound);
    case 'br':
      return brotliDecompressSync(body, bound);
    default:
      return body;
  }
}
