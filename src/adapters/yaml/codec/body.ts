import { isJsonObject, type Json } from '../../../harness/model/json.js';

/** True for application/json and for types that end in +json. */
export function isJsonType(contentType: string): boolean {
  const essence = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return essence === 'application/json' || essence.endsWith('+json') || essence === 'text/json';
}

/** True for the form encoding of browsers. */
export function isFormType(contentType: string): boolean {
  return contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/** The text of a body: JSON, a form with bracketed names for what is nested, or a text as it stands. */
export function bodyText(payload: Json, contentType: string): string {
  if (isJsonType(contentType)) return JSON.stringify(payload);
  if (typeof payload === 'string') return payload;
  return isFormType(contentType) ? formPairs(payload, '').join('&') : JSON.stringify(payload);
}

function formPairs(value: Json, name: string): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) => formPairs(item, `${name}[${index}]`));
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([member, item]) =>
      formPairs(item, name === '' ? member : `${name}[${member}]`),
    );
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [`${percentEncoded(name)}=${value === null ? '' : percentEncoded(text)}`];
}

/** Percent-encodes all but RFC 3986's unreserved characters and `!'()*`; lone surrogates become U+FFFD. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\u{fffd}'));
}

/** The body with members added at its front, for APIs that want the credential there; other bodies stay as they are. */
export function withMembers(body: string, members: Readonly<Record<string, string>>): string {
  const entries = Object.entries(members);
  if (entries.length === 0) return body;
  const object = /^\s*\{(\s*\})?/.exec(body);
  if (object !== null) {
    const added = entries
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',');
    const head = object[0].trimStart();
    return object[1] === undefined
      ? `{${added},${body.trimStart().slice(1)}`
      : `{${added}}${body.trimStart().slice(head.length)}`;
  }
  return body;
}
