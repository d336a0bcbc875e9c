import { BadMessage } from './bad-message.js';
import { readFields, type Fields } from './fields.js';

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

const requestLine = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([!-~\x80-\xff]+) HTTP\/1\.([01])\r\n/y;
const statusLine = /HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\0\r\n]*)?\r\n/y;

/** Reads a request's head, given whole as Latin-1; throws BadMessage. */
export function readRequestHead(head: string): Head {
  requestLine.lastIndex = 0;
  const line = requestLine.exec(head);
  if (line === null) throw new BadMessage('its first line is not "METHOD path HTTP/1.1"');
  const [whole, method = '', path = '', minor] = line;
  if (method === 'CONNECT') throw new BadMessage('CONNECT is not for this proxy', { refusal: 501 });
  const fields = readFields(head, whole.length);
  const { id, expectsContinue } = fields;
  return { ...requestFraming(fields, minor === '0'), method, path, status: 0, id, expectsContinue };
}

function requestFraming({ coding, length }: Fields, old: boolean): Pick<Head, 'framing' | 'length'> {
  if (coding !== null) {
    if (old) throw new BadMessage('it is HTTP/1.0 and has a Transfer-Encoding', { ambiguous: true });
    if (coding === 'chunked') return { framing: 'chunked', length: 0 };
    throw new BadMessage(`its Transfer-Encoding is "${coding.slice(0, 40)}", not "chunked"`, {
      refusal: 501,
      ambiguous: true,
    });
  }
  return length === null || length === 0 ? { framing: 'none', length: 0 } : { framing: 'length', length };
}

/** Reads the head of an answer to a request of that method, given whole as Latin-1; throws BadMessage. */
export function readAnswerHead(head: string, method: string): Head {
  statusLine.lastIndex = 0;
  const line = statusLine.exec(head);
  if (line === null) throw new BadMessage('its first line is not "HTTP/1.1 status"');
  const [whole, minor, digits] = line;
  const status = Number(digits);
  const fields = readFields(head, whole.length);
  return {
    ...answerFraming(fields, { status, method, old: minor === '0' }),
    method: '',
    path: '',
    status,
    id: null,
    expectsContinue: false,
  };
}

function answerFraming(
  { coding, length }: Fields,
  about: { status: number; method: string; old: boolean },
): Pick<Head, 'framing' | 'length'> {
  const { status, method, old } = about;
  if (status === 101) return { framing: 'tunnel', length: 0 };
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') {
    return { framing: 'none', length: 0 };
  }
  if (coding !== null) {
    if (old) throw new BadMessage('it is HTTP/1.0 and has a Transfer-Encoding', { ambiguous: true });
    // Of another coding that is applied last, only the connection's end tells the end (RFC 9112, section 6.3).
    return { framing: /(?:^|,\s*)chunked$/.test(coding) ? 'chunked' : 'close', length: 0 };
  }
  if (length === null) return { framing: 'close', length: 0 };
  return length === 0 ? { framing: 'none', length: 0 } : { framing: 'length', length };
}
