import { createHash } from 'node:crypto';
import type { Caller } from './parts.js';

/** The tokens a receiver knows when it is given none: two of one tenant, so that a renewal can be tried, and one of another. */
export const defaultTokens: Readonly<Record<string, string>> = {
  'harbor-token': 'harbor',
  'harbor-token-renewed': 'harbor',
  'quay-token': 'quay',
};

/** Makes the check of bearer tokens (RFC 6750): token to caller, undefined for anything else. */
export function callerReader(
  tokens: Readonly<Record<string, string>>,
): (request: Request) => Caller | undefined {
  // By digest: neither the time a comparison takes nor anything later can tell a token.
  const callers = new Map(
    Object.entries(tokens).map(([token, tenant]) => [
      digestOf(token),
      { tenant, credential: digestOf(token) },
    ]),
  );
  return (request) => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    return token === undefined ? undefined : callers.get(digestOf(token));
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
