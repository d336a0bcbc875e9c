import { BadMessage } from './bad-message.js';
import { endOfLine, isToken, readFields, type Fields } from './fields.js';

/** Where a message's body ends. */
export type Framing =
  | 'none'
  /** After so many bytes. */
  | 'length'
  /** With the last chunk and its trailer lines. */
  | 'chunked'
  /** With the connection. */
  | 'close'
  /** Never: what follows is no HTTP any more (101 Switching Protocols). */
  | 'tunnel';

/** What the proxy needs to know of a head. */
export interface Head {
  /** Bytes of the head itself, with the empty line. */
  readonly bytes: number;
  readonly framing: Framing;
  /** The body's bytes where the framing is `length`, else 0. */
  readonly length: number;
  /** Of a request, else empty. */
  readonly method: string;
  /** Of a request: as it was asked for, with the query. */
  readonly path: string;
  /** Of an answer, else 0. */
  readonly status: number;
  readonly id: string | null;
  readonly expectsContinue: boolean;
}

const unencoded = { framing: 'none', length: 0 } as const;
const inChunks = { framing: 'chunked', length: 0 } as const;
const toTheEnd = { framing: 'close', length: 0 } as const;
const forEver = { framing: 'tunnel', length: 0 } as const;

type Extent = Pick<Head, 'framing' | 'length'>;

const space = 0x20;
const version = Buffer.from('HTTP/1.', 'latin1');
const zero = 0x30;
const one = 0x31;

/** Reads a request's head; null while it is not whole. Throws BadMessage. */
export function readRequestHead(bytes: Buffer, from: number): Head | null {
  let at = from;
  while (at < bytes.length && isToken[bytes[at] ?? 0] === 1) at += 1;
  const methodEnd = at;
  const lineEnd = endOfLine(bytes, at);
  if (lineEnd < 0) return null;
  at += 1;
  while ((bytes[at] ?? 0) > space && bytes[at] !== 0x7f) at += 1;
  const minor = bytes[lineEnd - 1];
  const wellFormed =
    methodEnd > from &&
    bytes[methodEnd] === space &&
    at > methodEnd + 1 &&
    bytes[at] === space &&
    lineEnd === at + 1 + version.length + 1 &&
    isVersion(bytes, at + 1) &&
    (minor === zero || minor === one);
  if (!wellFormed) throw new BadMessage('its first line is not "METHOD path HTTP/1.1"');
  const method = methodOf(bytes, from, methodEnd);
  if (method === 'CONNECT') throw new BadMessage('CONNECT is not for this proxy', { refusal: 501 });
  const fields = readFields(bytes, lineEnd + 2);
  if (fields === null) return null;
  const { framing, length } = requestExtent(fields, minor === zero);
  const { id, expectsContinue, end } = fields;
  const path = bytes.toString('latin1', methodEnd + 1, at);
  return { bytes: end - from, framing, length, method, path, status: 0, id, expectsContinue };
}

function isVersion(bytes: Buffer, from: number): boolean {
  for (let index = 0; index < version.length; index += 1) {
    if (bytes[from + index] !== version[index]) return false;
  }
  return true;
}

/** The usual ones without making a string of each. */
function methodOf(bytes: Buffer, from: number, end: number): string {
  if (end - from === 4 && bytes[from] === 0x50 && bytes[from + 1] === 0x4f && bytes[from + 2] === 0x53) {
    if (bytes[from + 3] === 0x54) return 'POST';
  }
  return bytes.toString('latin1', from, end);
}

function requestExtent({ coding, length }: Fields, old: boolean): Extent {
  if (coding === null) return extentOf(Math.max(length, 0));
  if (old) throw new BadMessage('it is HTTP/1.0 and has a Transfer-Encoding', { ambiguous: true });
  if (coding === 'chunked') return inChunks;
  throw new BadMessage(`its Transfer-Encoding is "${coding.slice(0, 40)}", not "chunked"`, {
    refusal: 501,
    ambiguous: true,
  });
}

/** Reads the head of an answer to a request of that method; null while it is not whole. Throws BadMessage. */
export function readAnswerHead(bytes: Buffer, from: number, method: string): Head | null {
  const lineEnd = endOfLine(bytes, from);
  if (lineEnd < 0) return null;
  const statusAt = from + version.length + 2;
  const minor = bytes[statusAt - 2];
  const wellFormed =
    lineEnd >= statusAt + 3 &&
    isVersion(bytes, from) &&
    (minor === zero || minor === one) &&
    bytes[statusAt - 1] === space &&
    (lineEnd === statusAt + 3 || bytes[statusAt + 3] === space);
  const status = wellFormed ? statusOf(bytes, statusAt) : 0;
  if (status < 100) throw new BadMessage('its first line is not "HTTP/1.1 status"');
  const fields = readFields(bytes, lineEnd + 2);
  if (fields === null) return null;
  const { framing, length } = answerExtent(fields, status, method, minor === zero);
  return {
    bytes: fields.end - from,
    framing,
    length,
    method: '',
    path: '',
    status,
    id: null,
    expectsContinue: false,
  };
}

function statusOf(bytes: Buffer, at: number): number {
  let status = 0;
  for (let index = at; index < at + 3; index += 1) {
    const digit = (bytes[index] ?? 0) - zero;
    if (digit < 0 || digit > 9) return 0;
    status = status * 10 + digit;
  }
  return status;
}

function answerExtent({ coding, length }: Fields, status: number, method: string, old: boolean): Extent {
  if (status === 101) return forEver;
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return unencoded;
  if (coding === null) return length < 0 ? toTheEnd : extentOf(length);
  if (old) throw new BadMessage('it is HTTP/1.0 and has a Transfer-Encoding', { ambiguous: true });
  // Of another coding that is applied last, only the connection's end tells the end (RFC 9112, section 6.3).
  return /(?:^|,\s*)chunked$/.test(coding) ? inChunks : toTheEnd;
}

function extentOf(length: number): Extent {
  return length === 0 ? unencoded : { framing: 'length', length };
}
