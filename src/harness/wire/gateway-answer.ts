import { STATUS_CODES } from 'node:http';
import type { Answer } from '../model/exchange.js';

/** An answer that came. */
export type Answered = Extract<Answer, { kind: 'answered' }>;

/** What a middlebox says in the receiver's place; seconds of Retry-After where they are given. */
export function gatewayAnswer(said: { status: number; retryAfterS?: number }): Answered {
  const title = `${said.status} ${STATUS_CODES[said.status] ?? 'Unknown'}`;
  const body = `<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`;
  return {
    kind: 'answered',
    status: said.status,
    headers: [['content-type', 'text/html'], ...retryAfter(said.retryAfterS)],
    body,
  };
}

/** What a middlebox says that lets no more through for some seconds. */
export function throttled({ retryAfterS }: { retryAfterS: number }): Answered {
  return {
    kind: 'answered',
    status: 429,
    headers: [['content-type', 'text/plain'], ...retryAfter(retryAfterS)],
    body: 'Too Many Requests\n',
  };
}

function retryAfter(seconds: number | undefined): (readonly [string, string])[] {
  return seconds === undefined ? [] : [['retry-after', String(seconds)]];
}
