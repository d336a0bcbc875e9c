import { decodeHeader } from '../create/key.js';
import type { KeyReading } from '../create/key.js';
import { refusal } from '../http/refusal.js';
import { charactersIn } from '../text.js';
import type { DialectKey } from './dialect.js';
import { textIn } from './holes.js';
import type { Holes } from './holes.js';
import { valueAt } from './pointer.js';
import type { ReadRequest } from './request-form.js';

/** Reads the key of a create from where the dialect carries it. */
export function dialectKeyOf(key: DialectKey, asked: ReadRequest, holes: Holes): KeyReading {
  const carried = carriedKey(key, asked, holes);
  if (carried === undefined) return { refusal: refusal('key-missing', 'The create carries no key.') };
  if (carried === 'bad') return invalid('The key is not spelled as it has to be, or was sent twice.');
  if (carried.text === '') return invalid('The key is empty.');
  if (key.max !== null && charactersIn(carried.text) > key.max) {
    return invalid(`The key may have at most ${key.max} characters.`);
  }
  if (key.chars !== null && !new RegExp(key.chars, 'u').test(carried.text)) {
    return invalid('The key holds characters that it may not have.');
  }
  return { key: carried.text };
}

type Carried = { readonly text: string } | 'bad' | undefined;

function carriedKey(key: DialectKey, { request, url, body }: ReadRequest, holes: Holes): Carried {
  switch (key.in) {
    case 'header':
      return inHeader(request.headers.get(key.name), key.encode);
    case 'query': {
      const values = [...new Set(url.searchParams.getAll(key.name))];
      return values.length > 1 ? 'bad' : spelledBack(values[0], key.encode);
    }
    case 'body': {
      const value = valueAt(body, key.name);
      if (value === undefined) return undefined;
      return typeof value === 'string' ? spelledBack(value, key.encode) : 'bad';
    }
    case 'hole': {
      // Percent signs of a path are gone already.
      const text = textIn(holes, 'key');
      return spelledBack(text, key.encode === 'percent' ? 'raw' : key.encode);
    }
    case 'none':
      return undefined;
  }
}

/** HTTP joins repeated headers with commas: equal parts are one key told twice. */
function inHeader(header: string | null, encode: DialectKey['encode']): Carried {
  if (header === null) return undefined;
  const text = decodeHeader(header);
  if (text === undefined) return 'bad';
  const parts =
    encode === 'sf-string'
      ? (text.match(/"(?:[^"\\]|\\.)*"|[^,\s][^,]*/g) ?? [''])
      : text.split(',').map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ''));
  return new Set(parts).size === 1 ? spelledBack(parts[0], encode) : 'bad';
}

function spelledBack(text: string | undefined, encode: DialectKey['encode']): Carried {
  if (text === undefined) return undefined;
  switch (encode) {
    case 'raw':
      return { text };
    case 'odata':
      return { text: text.replaceAll("''", "'") };
    case 'percent':
      try {
        return { text: decodeURIComponent(text) };
      } catch {
        return 'bad';
      }
    case 'sf-string': {
      // A String of RFC 9651: quoted, with quotes and backslashes escaped.
      const inner = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1];
      return inner === undefined ? 'bad' : { text: inner.replaceAll(/\\(["\\])/g, '$1') };
    }
  }
}

function invalid(detail: string): KeyReading {
  return { refusal: refusal('key-invalid', detail) };
}
