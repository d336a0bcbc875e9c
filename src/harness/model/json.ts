/** A JSON value as RFC 8259 defines it; what payloads, answers and events are made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [member: string]: Json;
}

/** True for a JSON object (not null, not a list). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON text; `undefined` where the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** One spelling for equal values: members sorted, no blanks, numbers as ECMAScript prints them (RFC 8785 in spirit). */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`).join(',')}}`;
}

/** True when two values are the same JSON value, whatever the order of their members. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return canonicalJson(left) === canonicalJson(right);
}

function pointerParts(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a JSON Pointer (RFC 6901) names, or `undefined` where there is none. */
export function atPointer(value: Json | undefined, pointer: string): Json | undefined {
  let here = value;
  for (const part of pointerParts(pointer)) {
    if (Array.isArray(here)) here = (here as readonly Json[])[Number(part)];
    else if (isJsonObject(here) && Object.hasOwn(here, part)) here = here[part];
    else return undefined;
  }
  return here;
}

/** A copy of `value` in which the pointer (RFC 6901) names `next`; `undefined` removes the member. */
export function withPointer(value: Json, pointer: string, next: Json | undefined): Json {
  return replaced(value, pointerParts(pointer), next);
}

function replaced(value: Json, parts: readonly string[], next: Json | undefined): Json {
  const [head, ...rest] = parts;
  if (head === undefined) return next ?? null;
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => (String(index) === head ? replaced(item, rest, next) : item));
  }
  const members: JsonObject = isJsonObject(value) ? value : {};
  if (rest.length === 0 && next === undefined) {
    return Object.fromEntries(Object.entries(members).filter(([name]) => name !== head));
  }
  return { ...members, [head]: replaced(members[head] ?? {}, rest, next) };
}
