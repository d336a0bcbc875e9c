import { manyLines } from '../report/shown-text.js';

const mostBytes = 64 * 1024;

/** What a receiver's process printed as text that shows and never steers; no more than its last 64 KiB. */
export function receiverOutput(text: string): string {
  const shown = Buffer.from(manyLines(text, Infinity), 'utf8');
  if (shown.length <= mostBytes) return shown.toString('utf8');
  // A cut can fall into the middle of a character, which is then left out.
  return shown
    .subarray(-mostBytes)
    .toString('utf8')
    .replace(/^\uFFFD+/, '');
}
