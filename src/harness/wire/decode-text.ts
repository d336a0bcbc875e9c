/** What the bytes of a body say. */
export interface DecodedText {
  readonly text: string;
  /** There where some bytes say nothing in the encoding: each became U+FFFD, and may have been anything. */
  readonly malformed?: true;
}

/**
 * The text of a body: JSON is UTF-8 whatever its type says (RFC 8259), all else is what its charset names, and UTF-8
 * without one that is known. A byte order mark is dropped.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): DecodedText {
  const encoding = encodingOf(contentType ?? '');
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), malformed: true };
  }
}

function encodingOf(contentType: string): string {
  const named = /;\s?charset="?([\w-]{1,40})/i.exec(contentType)?.[1];
  if (named === undefined || /^[^;]*json/i.test(contentType)) return 'utf-8';
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}
