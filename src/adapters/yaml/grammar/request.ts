import { choice, text, type Mistake } from '../reading/scalars.js';
import { names, optional, required, standard } from '../reading/groups.js';
import { jsonTemplate, valueTemplate } from '../reading/templates.js';
import { variableMistake, type Variable } from '../reading/variables.js';

/** The methods that a request may have. */
export const method = choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** A path of the target: begins with a slash, and may hold these variables. */
export function path(allowed: readonly Variable[]) {
  return text(
    'a path that begins with a slash',
    (value) => variableMistake(value, allowed) ?? pathMistake(value),
  );
}

function pathMistake(value: string): Mistake | null {
  if (/^[a-z]+:\/\//i.test(value))
    return { next: 'put the address in target/base_url and only the path here' };
  if (!value.startsWith('/')) return { next: `begin it with a slash: "/${value}"` };
  if (/[\s#]/.test(value.replaceAll(/\{\{[^{}]*\}\}/g, ''))) {
    return { next: 'percent-encode blanks and "#", or use query' };
  }
  return null;
}

/** What is wrong with a header's name (RFC 9110: a token), or null. */
export function headerNameMistake(name: string): Mistake | null {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name)
    ? null
    : { next: 'use letters, digits and hyphens' };
}

/** Header names with their values. */
export function headers(allowed: readonly Variable[]) {
  return names('header names', valueTemplate(allowed), headerNameMistake);
}

/** Query parameters with their values. */
export function query(allowed: readonly Variable[]) {
  return names('parameter names', valueTemplate(allowed));
}

/** The fields that every request but the create has; `standardMethod` is meant where none is named. */
export function requestFields(
  allowed: readonly Variable[],
  standardMethod: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  bodyOnly: readonly Variable[] = [],
) {
  return {
    method: standard(method, standardMethod),
    path: required(path(allowed)),
    query: standard(query(allowed), {}),
    headers: standard(headers(allowed), {}),
    body: optional(jsonTemplate([...allowed, ...bodyOnly])),
    content_type: standard(contentType, 'application/json'),
  } as const;
}

/** A media type, such as application/json. */
export const contentType = text('a media type such as application/json', (value) =>
  /^[\w.+-]{1,64}\/[\w.+-]{1,64}(?:;[ -~]{0,100})?$/.test(value) ? null : { next: 'write type/subtype' },
);
