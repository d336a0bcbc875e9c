import type { Header, PreparedRequest } from '../../../harness/model/exchange.js';
import { isJsonObject, type Json } from '../../../harness/model/json.js';
import { filled, uses, type Values, type Variable } from '../reading/variables.js';
import { bodyText, percentEncoded } from './body.js';
import { headerBytes, type KeySpelling } from './spelling.js';

/** A request of an adapter file: method, path and what goes with them, as templates. */
export interface RequestTemplate {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | null;
  readonly content_type: string;
}

/** JSON values for variables that are all of a string; elsewhere they are put in as text. */
export type WholeValues = Readonly<Partial<Record<Variable, Json>>>;

const numeric: readonly Variable[] = ['ms', 'n', 'port', 'limit', 'retry_after_s'];

/**
 * The request with its variables put in, each spelled as its place wants it. In the body, a string that is one numeric
 * variable becomes a number, and one in `whole` becomes that value.
 */
export function preparedRequest(
  template: RequestTemplate,
  values: Values,
  spelling: KeySpelling,
  whole: WholeValues = {},
): PreparedRequest {
  const { method } = template;
  const content =
    template.body === null ? null : filledJson(template.body, values, { ...numbersOf(values), ...whole });
  const body = content === null ? null : bodyText(content, template.content_type);
  return {
    method,
    path: pathWithQuery(template, values, spelling),
    headers: requestHeaders(template, values, spelling, body !== null),
    body,
  };
}

/** The path with its query; parameters are in the order of the file, and `more` behind them as they are. */
export function pathWithQuery(
  template: Pick<RequestTemplate, 'path' | 'query'>,
  values: Values,
  spelling: KeySpelling,
  more: readonly (readonly [name: string, encoded: string])[] = [],
): string {
  const path = filled(template.path, values, (value, variable) =>
    variable === 'key' ? spelling.inPath(value) : percentEncoded(value),
  );
  const parameters = [
    ...Object.entries(template.query).map(
      ([name, text]) => [name, percentEncoded(filled(text, values, spellText(spelling)))] as const,
    ),
    ...more,
  ];
  if (parameters.length === 0) return path;
  const query = parameters.map(([name, value]) => `${percentEncoded(name)}=${value}`).join('&');
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** The headers of a request in the order of the file, behind its Content-Type. */
export function requestHeaders(
  template: Pick<RequestTemplate, 'headers' | 'content_type'>,
  values: Values,
  spelling: KeySpelling,
  hasBody: boolean,
): readonly Header[] {
  const own = Object.entries(template.headers).map(([name, text]): Header => [
    name,
    headerBytes(filled(text, values, spellText(spelling))),
  ]);
  const named = own.some(([name]) => name.toLowerCase() === 'content-type');
  return hasBody && !named ? [['Content-Type', template.content_type], ...own] : own;
}

function spellText(spelling: KeySpelling): (value: string, variable: Variable) => string {
  return (value, variable) => (variable === 'key' ? spelling.inText(value) : value);
}

function numbersOf(values: Values): WholeValues {
  const given = numeric.filter((name) => values[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, Number(values[name])]));
}

/** A JSON template with its variables put in; a string that is one variable of `whole` becomes that value. */
export function filledJson(template: Json, values: Values, whole: WholeValues = {}): Json {
  if (typeof template === 'string') {
    const alone = /^\{\{\s*([a-z_]+)\s*\}\}$/.exec(template)?.[1] as Variable | undefined;
    const value = alone === undefined ? undefined : whole[alone];
    return value === undefined ? filled(template, values) : value;
  }
  if (Array.isArray(template)) return template.map((item: Json) => filledJson(item, values, whole));
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, filledJson(value, values, whole)]),
  );
}

/** The template without the parameters and members that use a variable which has no value yet. */
export function withoutVariable<T extends RequestTemplate>(template: T, variable: Variable): T {
  return {
    ...template,
    query: Object.fromEntries(Object.entries(template.query).filter(([, text]) => !uses(text, variable))),
    headers: Object.fromEntries(Object.entries(template.headers).filter(([, text]) => !uses(text, variable))),
    body: template.body === null ? null : without(template.body, variable),
  };
}

function without(template: Json, variable: Variable): Json {
  if (Array.isArray(template)) {
    const items = template as readonly Json[];
    return items.filter((item) => !usesVariable(item, variable)).map((item) => without(item, variable));
  }
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template)
      .filter(([, value]) => !usesVariable(value, variable))
      .map(([name, value]) => [name, without(value, variable)]),
  );
}

function usesVariable(template: Json, variable: Variable): boolean {
  return typeof template === 'string' && uses(template, variable);
}
