import { correlationHeader } from '../correlation.js';
import { BadMessage } from './bad-message.js';

/** What the header lines say about the message's end and its exchange. */
export interface Fields {
  /** Content-Length in bytes, or null for none. */
  length: number | null;
  /** Transfer-Encoding in lower case, or null for none. */
  coding: string | null;
  /** The correlation id, or null for none. */
  id: string | null;
  expectsContinue: boolean;
}

/** Name, colon, value without control bytes that end lines; one empty line at the end (RFC 9112, section 5). */
const wellFormed = /(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[^\0\r\n]*\r\n)*\r\n/y;
const ownHeader = correlationHeader.toLowerCase();
const lowerCaseBit = 0x20;

/**
 * Reads the header lines of a head, from behind its first line. Throws BadMessage where they are not well formed,
 * or say two things about where the body ends.
 */
export function readFields(head: string, from: number): Fields {
  wellFormed.lastIndex = from;
  if (!wellFormed.test(head) || wellFormed.lastIndex !== head.length) {
    throw new BadMessage('a header line is not of the form "name: value"');
  }
  const fields: Fields = { length: null, coding: null, id: null, expectsContinue: false };
  for (let at = from; at < head.length - 2;) {
    const end = head.indexOf('\r\n', at);
    switch (head.charCodeAt(at) | lowerCaseBit) {
      // Content-Length, Expect, Transfer-Encoding, Twiceshy-Exchange: other lines are nobody's business here.
      case 0x63:
      case 0x65:
      case 0x74:
        note(fields, head, at, end);
        break;
      default:
        break;
    }
    at = end + 2;
  }
  if (fields.length !== null && fields.coding !== null) {
    throw new BadMessage('it has both Content-Length and Transfer-Encoding', { ambiguous: true });
  }
  return fields;
}

function note(fields: Fields, head: string, at: number, end: number): void {
  const colon = head.indexOf(':', at);
  switch (head.slice(at, colon).toLowerCase()) {
    case 'content-length':
      if (fields.length !== null) {
        throw new BadMessage('it has more than one Content-Length', { ambiguous: true });
      }
      fields.length = lengthOf(head.slice(colon + 1, end).trim());
      break;
    case 'transfer-encoding': {
      const coding = head
        .slice(colon + 1, end)
        .trim()
        .toLowerCase();
      fields.coding = fields.coding === null ? coding : `${fields.coding}, ${coding}`;
      break;
    }
    case 'expect':
      fields.expectsContinue =
        head
          .slice(colon + 1, end)
          .trim()
          .toLowerCase() === '100-continue';
      break;
    case ownHeader:
      fields.id ??= head.slice(colon + 1, end).trim();
      break;
    default:
      break;
  }
}

function lengthOf(text: string): number {
  // Fifteen digits stay below the numbers that a double no longer holds.
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new BadMessage(`its Content-Length is "${text.slice(0, 40)}"`, { ambiguous: true });
}
