import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { longestBodyBytes } from './read-body.js';

/** As many as `fetch` undoes: each one undone can be as long as a body may be. */
const mostCodings = 5;

/**
 * The bytes of a body that are all there, with its Content-Encoding undone; throws where they are not what that says, or
 * too many.
 */
export function decodeBody(body: Buffer, headers: Headers): Buffer {
  const codings = (headers.get('content-encoding') ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase());
  if (codings.length > mostCodings) throw new Error(`it has more than ${mostCodings} content codings`);
  return codings.toReversed().reduce(decodedOnce, body);
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
