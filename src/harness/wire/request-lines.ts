import type { HttpRequest } from '../model/exchange.js';
import { correlationHeader } from './correlation.js';

const userAgent = 'twiceshy';
const anotherUserAgent = 'twiceshy-another-client';

/** The header lines that a request goes out with: its own, a User-Agent, and the correlation id `id`. */
export function requestLines(
  request: HttpRequest,
  /** `fresh`: whether it goes out as another client's. */
  additions: { readonly id: string; readonly fresh: boolean },
): [string, string][] {
  const lines: [string, string][] = [];
  let named = false;
  for (const [name, value] of request.headers) {
    const names = name.toLowerCase() === 'user-agent';
    if (names && additions.fresh) continue;
    named ||= names;
    lines.push([name, value]);
  }
  if (!named) lines.push(['User-Agent', additions.fresh ? anotherUserAgent : userAgent]);
  lines.push([correlationHeader, additions.id]);
  return lines;
}
