import type { Json } from '../store/records.js';
import type { Flaw } from './flaw.js';
import { mapJson } from './map-json.js';
import { storedOtherwise } from './stored-otherwise.js';

/** Takes the bytes of a UTF-8 text for Latin-1, so that all but plain ASCII becomes other characters. */
export const textReEncoded: Flaw = {
  name: 'text-re-encoded',
  requirement: 'acceptance/keeps-payload',
  summary:
    'Takes the bytes of a UTF-8 text for Latin-1, so that all but plain ASCII becomes other characters.',
  apply: (parts) => storedOtherwise(parts, (payload) => mapJson(payload, misread)),
};

function misread(leaf: Json): Json {
  return typeof leaf === 'string' ? Buffer.from(leaf, 'utf8').toString('latin1') : leaf;
}
