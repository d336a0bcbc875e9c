import type { Json } from '../store/records.js';

/** Changes every text and number in a JSON value, however deep. */
export function mapJson<T extends Json>(value: T, change: (leaf: Json) => Json): T {
  if (Array.isArray(value)) return value.map((item: Json) => mapJson(item, change)) as Json as T;
  if (typeof value !== 'object' || value === null) return change(value) as T;
  const members = Object.entries(value).map(([name, content]) => [name, mapJson(content, change)]);
  return Object.fromEntries(members) as T;
}
