import { STATUS_CODES } from 'node:http';
import type { Answered } from '../gateway-answer.js';

/** An answer as it goes over the wire; `closing` says that the connection ends with it. */
export function answerBytes(answer: Answered, about: { method: string; closing: boolean }): Buffer {
  const body = Buffer.from(answer.body, 'utf8');
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? 'Unknown'}`,
    ...answer.headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
    ...(about.closing ? ['connection: close'] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return about.method === 'HEAD' ? head : Buffer.concat([head, body]);
}
