import type { Json } from '../store/records.js';
import type { Flaw } from './flaw.js';
import { mapJson } from './map-json.js';
import { storedOtherwise } from './stored-otherwise.js';

/** Trims every text before it is stored. */
export const outerBlanksTrimmed: Flaw = {
  name: 'outer-blanks-trimmed',
  requirement: 'acceptance/keeps-payload',
  summary: 'Trims every text before it is stored.',
  apply: (parts) => storedOtherwise(parts, (payload) => mapJson(payload, trimmed)),
};

function trimmed(leaf: Json): Json {
  return typeof leaf === 'string' ? leaf.trim() : leaf;
}
