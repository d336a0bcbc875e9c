import type { Answer, Header } from '../../model/exchange.js';
import { answeredWith } from '../answered-with.js';
import { decodeBody } from '../decode-body.js';
import { lost } from '../loss.js';
import { longestBodyBytes } from '../read-body.js';
import { ChunkedBody } from './chunked-body.js';
import { readAnswerHead } from './head.js';

/** Reads an answer whose bytes are all there as `fetch` would give it: names in lower case, the body decoded. */
export function readAnswerBytes(bytes: Buffer, method: string): Answer {
  const head = readAnswerHead(bytes, 0, method);
  if (head === null) return lost('cut', 'an answer without an end to its head');
  const headers = headerLines(bytes.toString('latin1', 0, head.bytes));
  const rest = bytes.subarray(head.bytes);
  try {
    const body = decodeBody(head.framing === 'chunked' ? dechunked(rest) : rest, headers);
    return answeredWith(head.status, headers, body);
  } catch (error) {
    return lost('cut', `the body of an answer ${head.status} cannot be decoded: ${String(error)}`);
  }
}

/** What stands in an answer's place where it was more than is held. */
export function overlongAnswer(): Answer {
  return lost('cut', `the kit reads no more than ${longestBodyBytes} bytes of an answer's body`);
}

function headerLines(text: string): Headers {
  const headers = new Headers();
  for (const line of text.split('\r\n').slice(1, -2)) {
    const [name, value]: Header = [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ];
    headers.append(name, value);
  }
  return headers;
}

function dechunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  new ChunkedBody(bytes.length).read(bytes, 0, (data) => parts.push(data));
  return Buffer.concat(parts);
}
