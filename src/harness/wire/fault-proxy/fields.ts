import { correlationHeader } from '../correlation.js';
import { BadMessage } from './bad-message.js';

/** What the header lines say about the message's end and its exchange. */
export interface Fields {
  /** Index behind the empty line that ends the head. */
  end: number;
  /** Content-Length in bytes, or -1 for none. */
  length: number;
  /** Transfer-Encoding in lower case, or null for none. */
  coding: string | null;
  /** The correlation id, or null for none. */
  id: string | null;
  expectsContinue: boolean;
}

const cr = 0x0d;
const lf = 0x0a;
const colon = 0x3a;
const space = 0x20;
const tab = 0x09;
const zero = 0x30;
/** Fifteen digits stay below the numbers that a double no longer holds. */
const mostLengthDigits = 15;

const contentLength = Buffer.from('content-length', 'latin1');
const transferEncoding = Buffer.from('transfer-encoding', 'latin1');
const expect = Buffer.from('expect', 'latin1');
const ownHeader = Buffer.from(correlationHeader.toLowerCase(), 'latin1');

/** For each byte, 1 where it may stand in a name (a token, RFC 9110, section 5.6.2). */
export const isToken = tokenBytes();

/**
 * Reads the header lines of a head from behind its first line, byte by byte: strings and patterns made of each head
 * cost more than all the rest of an exchange. Null while the empty line is not there; throws BadMessage where lines
 * are not well formed, or say two things about where the body ends.
 */
export function readFields(bytes: Buffer, from: number): Fields | null {
  const fields: Fields = { end: 0, length: -1, coding: null, id: null, expectsContinue: false };
  let at = from;
  while (at < bytes.length && bytes[at] !== cr) {
    const name = at;
    while (at < bytes.length && isToken[bytes[at] ?? 0] === 1) at += 1;
    if (at === bytes.length) return null;
    const nameEnd = at;
    if (bytes[at] !== colon || at === name)
      throw new BadMessage('a header line is not of the form "name: value"');
    at += 1;
    const value = at;
    at = endOfLine(bytes, at);
    if (at < 0) return null;
    const length = nameEnd - name;
    // Most lines are nobody's business here: only those whose name may be one of four are looked at.
    if (length === contentLength.length || length === expect.length || length === ownHeader.length) {
      note(fields, bytes, { name, nameEnd, value, valueEnd: at });
    }
    at += 2;
  }
  if (at + 1 >= bytes.length) return null;
  if (bytes[at + 1] !== lf) throw new BadMessage('the empty line of its head is not CR LF');
  if (fields.length >= 0 && fields.coding !== null) {
    throw new BadMessage('it has both Content-Length and Transfer-Encoding', { ambiguous: true });
  }
  fields.end = at + 2;
  return fields;
}

/** Where the line's CR LF is; -1 while it is not there. */
export function endOfLine(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    // Nearly every byte is beyond all three.
    if (byte > cr) continue;
    if (byte === cr) break;
    if (byte === lf || byte === 0) throw new BadMessage('a line of its head does not end with CR LF');
  }
  if (at + 1 >= bytes.length) return -1;
  if (bytes[at + 1] !== lf) throw new BadMessage('a line of its head has a CR within');
  return at;
}

interface Line {
  readonly name: number;
  readonly nameEnd: number;
  readonly value: number;
  readonly valueEnd: number;
}

function note(fields: Fields, bytes: Buffer, line: Line): void {
  const { name, nameEnd } = line;
  switch (nameEnd - name) {
    case contentLength.length:
      if (isNamed(bytes, name, contentLength)) noteLength(fields, bytes, line);
      break;
    case expect.length:
      if (isNamed(bytes, name, expect)) {
        fields.expectsContinue = textOf(bytes, line).toLowerCase() === '100-continue';
      }
      break;
    // Both names have seventeen bytes.
    case transferEncoding.length:
      if (isNamed(bytes, name, transferEncoding)) noteCoding(fields, textOf(bytes, line));
      else if (isNamed(bytes, name, ownHeader)) fields.id ??= textOf(bytes, line);
      break;
    default:
      break;
  }
}

function isNamed(bytes: Buffer, at: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    const wanted = name[index];
    if (byte !== wanted && (byte | 0x20) !== wanted) return false;
  }
  return true;
}

function noteLength(fields: Fields, bytes: Buffer, line: Line): void {
  if (fields.length >= 0) throw new BadMessage('it has more than one Content-Length', { ambiguous: true });
  let at = line.value;
  let end = line.valueEnd;
  while (at < end && isBlank(bytes[at])) at += 1;
  while (end > at && isBlank(bytes[end - 1])) end -= 1;
  let length = 0;
  let digits = 0;
  for (; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - zero;
    digits += 1;
    if (digit < 0 || digit > 9 || digits > mostLengthDigits) {
      digits = 0;
      break;
    }
    length = length * 10 + digit;
  }
  if (digits === 0) {
    const text = textOf(bytes, line).slice(0, 40);
    throw new BadMessage(`its Content-Length is "${text}"`, { ambiguous: true });
  }
  fields.length = length;
}

function noteCoding(fields: Fields, text: string): void {
  const coding = text.toLowerCase();
  fields.coding = fields.coding === null ? coding : `${fields.coding}, ${coding}`;
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}

function textOf(bytes: Buffer, { value, valueEnd }: Line): string {
  return bytes.toString('latin1', value, valueEnd).trim();
}

function tokenBytes(): Uint8Array {
  const table = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    if (/[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(String.fromCharCode(byte))) table[byte] = 1;
  }
  return table;
}
