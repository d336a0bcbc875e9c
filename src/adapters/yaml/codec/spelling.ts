import type { AdapterSections } from '../grammar/adapter-file.js';
import { percentEncoded } from './body.js';

type KeySection = AdapterSections['key'];

/** The key as it is written in a place: quoted, doubled or percent-encoded as the file says. */
export interface KeySpelling {
  /** Where the key has a carrier of its own. */
  carried(key: string): string;
  /** Where `{{key}}` stands in a path; percent-encoded unless the file says `raw` for a key in the path. */
  inPath(key: string): string;
  /** Where `{{key}}` stands in other text; only OData doubles quotes there. */
  inText(key: string): string;
}

/** How the key is spelled by this file. */
export function keySpelling({ in: place, encode }: Pick<KeySection, 'in' | 'encode'>): KeySpelling {
  const doubled = (key: string): string => (encode === 'odata' ? key.replaceAll("'", "''") : key);
  const bare = place === 'path' && encode === 'raw';
  return {
    carried: (key) => carried(key, place, encode),
    inPath: (key) => (bare ? key : percentEncoded(doubled(key))),
    inText: doubled,
  };
}

function carried(key: string, place: KeySection['in'], encode: KeySection['encode']): string {
  switch (encode) {
    case 'sf-string':
      return place === 'query' ? percentEncoded(structuredString(key)) : structuredString(key);
    case 'odata': {
      const doubled = key.replaceAll("'", "''");
      return place === 'query' ? percentEncoded(doubled) : doubled;
    }
    case 'percent':
      return percentEncoded(key);
    case 'raw':
      return key;
    case null:
      return place === 'query' ? percentEncoded(key) : key;
  }
}

/** A String of RFC 9651: in quotes, with quotes and backslashes escaped. */
function structuredString(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}

/** Text as a header carries it: the bytes of its UTF-8, each one a character up to U+00FF. */
export function headerBytes(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
