import type { Caller } from '../parts.js';
import type { DialectCaller } from './dialect.js';

/** Makes the check of credentials: who carries all that a caller carries, the one with the most to show first. */
export function dialectCallerReader(
  callers: readonly DialectCaller[],
): (request: Request) => Caller | undefined {
  const strictestFirst = callers.toSorted((one, other) => marksOf(other) - marksOf(one));
  return (request) => {
    const found = strictestFirst.find((caller) => carries(request, caller));
    return found && { tenant: found.tenant, credential: found.credential };
  };
}

function marksOf({ headers, query }: DialectCaller): number {
  return Object.keys(headers).length + Object.keys(query).length;
}

function carries(request: Request, { headers, query }: DialectCaller): boolean {
  const parameters = new URL(request.url).searchParams;
  return (
    Object.entries(headers).every(([name, value]) => request.headers.get(name) === value) &&
    Object.entries(query).every(([name, value]) => parameters.get(name) === value)
  );
}
