import { validateHeaderName, validateHeaderValue } from 'node:http';
import { headerOf, type BurstRequest } from '../../model/exchange.js';
import { requestLines } from '../request-lines.js';

/** What tells where a message ends, and how its connection goes on, is the burst's own to say. */
const ownNames = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'expect']);

/** A request as it goes over an HTTP/1.1 connection that is kept. Throws for a header that HTTP cannot carry. */
export function requestBytes({ request, id }: BurstRequest): Buffer {
  const { pathname, search, host } = new URL(request.url);
  validateHeaderName(request.method);
  const body = Buffer.from(request.body ?? '', 'utf8');
  const framing =
    request.body === null && !expectsBody(request.method) ? [] : [`Content-Length: ${body.length}`];
  const head = [
    `${request.method} ${pathname}${search} HTTP/1.1`,
    ...(headerOf(request.headers, 'host') === null ? [`Host: ${host}`] : []),
    'Connection: keep-alive',
    ...carriedLines({ request, id }).map(([name, value]) => `${name}: ${value}`),
    ...framing,
    '\r\n',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body]);
}

/** The header lines of a request that say nothing about its connection. Throws for one that HTTP cannot carry. */
export function carriedLines({ request, id }: BurstRequest): readonly [name: string, value: string][] {
  const lines = requestLines(request, { id, fresh: false });
  const carried = lines.filter(([name]) => !ownNames.has(name.toLowerCase()));
  for (const [name, value] of carried) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  return carried;
}

/** Methods whose requests say so where they have no body (RFC 9110, section 8.6). */
function expectsBody(method: string): boolean {
  return ['POST', 'PUT', 'PATCH'].includes(method.toUpperCase());
}
