import type { Json } from '../store/records.js';
import type { RequestForm } from './dialect.js';
import { anyHolesInBody, holesIn, holesInBody, together } from './holes.js';
import type { Holes } from './holes.js';

/** A request that was read whole: its body is undefined where it has none, or none that can be read. */
export interface ReadRequest {
  readonly request: Request;
  readonly url: URL;
  readonly body: Json | undefined;
}

/** What stands in the holes of a request; undefined where it is another one. */
export function matched(form: RequestForm, { request, url, body }: ReadRequest): Holes | undefined {
  if (request.method !== form.method) return undefined;
  return together([
    holesInPath(form.path, url.pathname),
    ...Object.entries(form.query).map(([name, text]) => {
      const value = url.searchParams.get(name);
      return value === null ? absentParameter(text) : holesIn(text, value);
    }),
    ...Object.entries(form.headers).map(([name, text]) => {
      const value = request.headers.get(name);
      return value === null ? undefined : holesIn(text, value);
    }),
    form.body === null ? {} : holesInBody(form.body, body),
  ]);
}

/** What stands in the holes of a create; undefined where method or path are of another request. Its content may be anything. */
export function matchedCreate(form: RequestForm, { request, url, body }: ReadRequest): Holes | undefined {
  if (request.method !== form.method) return undefined;
  const inPath = holesInPath(form.path, url.pathname);
  if (inPath === undefined) return undefined;
  const loose = [
    ...Object.entries(form.query).map(([name, text]) => holesIn(text, url.searchParams.get(name) ?? '')),
    ...Object.entries(form.headers).map(([name, text]) => holesIn(text, request.headers.get(name) ?? '')),
    form.body === null ? {} : anyHolesInBody(form.body, body),
  ];
  return Object.assign({}, ...loose.map((holes) => holes ?? {}), inPath) as Holes;
}

function holesInPath(form: string, path: string): Holes | undefined {
  const holes = holesIn(form, path, '[^/]*');
  return (
    holes &&
    Object.fromEntries(
      Object.entries(holes).map(([name, value]) => [
        name,
        typeof value === 'string' ? decoded(value) : value,
      ]),
    )
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Only the cursor may be missing: on the first page. */
function absentParameter(text: string): Holes | undefined {
  return /\{\{\s*cursor\s*\}\}/.test(text) ? {} : undefined;
}
