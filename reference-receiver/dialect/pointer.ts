import type { Json } from '../store/records.js';

function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What a JSON Pointer (RFC 6901) names; undefined where there is nothing. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let here = value;
  for (const part of partsOf(pointer)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    here = (here as Readonly<Record<string, Json>>)[part];
  }
  return here;
}

/** A copy with a value put where the pointer names it; what is missing on the way is made, lists for numbers. */
export function withValueAt(value: Json | undefined, pointer: string, next: Json): Json {
  return put(value, partsOf(pointer), next);
}

function put(value: Json | undefined, [head, ...rest]: readonly string[], next: Json): Json {
  if (head === undefined) return next;
  const isIndex = /^\d{1,3}$/.test(head);
  if (Array.isArray(value) || (isIndex && !isMembers(value))) {
    const items: Json[] = Array.isArray(value) ? [...(value as readonly Json[])] : [];
    while (items.length < Number(head)) items.push({});
    items[Number(head)] = put(items[Number(head)], rest, next);
    return items;
  }
  const members = isMembers(value) ? value : {};
  return { ...members, [head]: put(members[head], rest, next) };
}

/** True for a JSON object. */
export function isMembers(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
