import type { Contract } from '../model/contract.js';
import type { PreparedRequest } from '../model/exchange.js';
import { atPointer, parseJson } from '../model/json.js';

/** The keys that a request carries, as they are spelled on the wire; none where they cannot be read. */
export function sentKeys(request: PreparedRequest, { key }: Contract): readonly string[] {
  return spellings(request, { in: key.in, name: key.name ?? '' }).filter((spelled) => spelled !== '');
}

function spellings(
  { path, headers, body }: PreparedRequest,
  place: { readonly in: Contract['key']['in']; readonly name: string },
): readonly string[] {
  const [route = '', query = ''] = path.split('?');
  switch (place.in) {
    case 'header': {
      const wanted = place.name.toLowerCase();
      return headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
    }
    case 'query':
      return new URLSearchParams(query).getAll(place.name);
    case 'path':
      return [route];
    case 'body': {
      const member = atPointer(body === null ? undefined : parseJson(body), place.name);
      return typeof member === 'string' || typeof member === 'number' ? [String(member)] : [];
    }
    case 'none':
      return [];
  }
}
