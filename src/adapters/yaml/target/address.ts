import type { Header, HttpRequest, PreparedRequest } from '../../../harness/model/exchange.js';
import { isFormType, isJsonType, percentEncoded, withMembers } from '../codec/body.js';
import { headerBytes } from '../codec/spelling.js';
import type { Access } from './credentials.js';

/** The request as it goes out: base address, and the target's headers, parameters and body members added. */
export function addressed(request: PreparedRequest, access: Access): HttpRequest {
  const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const added = Object.entries(access.headers)
    .filter(([name]) => !own.has(name.toLowerCase()))
    .map(([name, value]): Header => [name, headerBytes(value)]);
  return {
    method: request.method,
    url: `${access.baseUrl}${withParameters(request.path, access.query)}`,
    headers: [...added, ...request.headers],
    body: withBodyMembers(request, access.body),
  };
}

function withParameters(path: string, query: Access['query']): string {
  const added = Object.entries(query).map(
    ([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`,
  );
  if (added.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${added.join('&')}`;
}

function withBodyMembers({ body, headers }: PreparedRequest, members: Access['body']): string | null {
  if (body === null || Object.keys(members).length === 0) return body;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (isJsonType(type)) return withMembers(body, members);
  if (!isFormType(type)) return body;
  const pairs = Object.entries(members).map(
    ([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`,
  );
  return [body, ...pairs].filter((part) => part !== '').join('&');
}
