import type { Json } from '../store/records.js';
import { isMembers } from './pointer.js';

/** What was found in the holes of a form: text, or any JSON value where a hole is all of a text in a body. */
export type Holes = Readonly<Record<string, Json>>;

const hole = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** What stands in the holes of a text; undefined where the text is not of that form. */
export function holesIn(form: string, text: string, inHole = String.raw`[\s\S]*`): Holes | undefined {
  const names: string[] = [];
  const pattern = form.split(hole).map((piece, index) => {
    if (index % 2 === 0) return escaped(piece);
    names.push(piece);
    return `(${inHole})`;
  });
  const found = new RegExp(`^${pattern.join('')}$`, 'u').exec(text);
  if (found === null) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']));
}

/** What stands in the holes of a body; undefined where it is not of that form. Members beyond the form do no harm. */
export function holesInBody(form: Json, body: Json | undefined): Holes | undefined {
  if (typeof form === 'string') return holesInValue(form, body);
  if (Array.isArray(form)) {
    const items = form as readonly Json[];
    if (!Array.isArray(body) || body.length < items.length) return undefined;
    return together(items.map((item, index) => holesInBody(item, (body as readonly Json[])[index])));
  }
  if (!isMembers(form)) return form === body ? {} : undefined;
  if (!isMembers(body)) return undefined;
  return together(
    Object.entries(form).map(([name, value]) =>
      // The first page has no cursor yet.
      !Object.hasOwn(body, name) && usesCursor(value) ? {} : holesInBody(value, body[name]),
    ),
  );
}

/** What stands in those holes of a body that are there, however different the rest is. */
export function anyHolesInBody(form: Json, body: Json | undefined): Holes {
  if (typeof form === 'string') return holesInValue(form, body) ?? {};
  if (typeof form !== 'object' || form === null || typeof body !== 'object' || body === null) return {};
  const members = body as Readonly<Record<string, Json>>;
  return Object.assign(
    {},
    ...Object.entries(form)
      .toReversed()
      .map(([name, value]) =>
        anyHolesInBody(value, Object.hasOwn(members, name) ? members[name] : undefined),
      ),
  ) as Holes;
}

/** All holes together; undefined where one part is not of its form. */
export function together(parts: readonly (Holes | undefined)[]): Holes | undefined {
  return parts.includes(undefined) ? undefined : (Object.assign({}, ...parts) as Holes);
}

/** The text with its holes filled; an unknown one is left empty. */
export function filledText(form: string, values: Readonly<Record<string, string>>): string {
  return form.replaceAll(hole, (_, name: string) => values[name] ?? '');
}

/** The body with its holes filled. */
export function filledBody(form: Json, values: Readonly<Record<string, string>>): Json {
  if (typeof form === 'string') return filledText(form, values);
  if (Array.isArray(form)) return (form as readonly Json[]).map((item) => filledBody(item, values));
  if (!isMembers(form)) return form;
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, filledBody(value, values)]));
}

/** The text in a hole; undefined where there is none. */
export function textIn(holes: Holes, name: string): string | undefined {
  const value = holes[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function holesInValue(form: string, value: Json | undefined): Holes | undefined {
  const alone = /^\{\{\s*([a-z_]+)\s*\}\}$/.exec(form)?.[1];
  if (alone !== undefined && value !== undefined && typeof value !== 'string') return { [alone]: value };
  return typeof value === 'string' ? holesIn(form, value) : undefined;
}

function usesCursor(form: Json): boolean {
  return typeof form === 'string' && /\{\{\s*cursor\s*\}\}/.test(form);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
