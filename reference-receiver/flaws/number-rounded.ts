import type { Json } from '../store/records.js';
import type { Flaw } from './flaw.js';
import { mapJson } from './map-json.js';
import { storedOtherwise } from './stored-otherwise.js';

/** Rounds every number to two decimals, as if all of them were money. */
export const numberRounded: Flaw = {
  name: 'number-rounded',
  requirement: 'acceptance/keeps-payload',
  summary: 'Rounds every number to two decimals, as if all of them were money.',
  apply: (parts) => storedOtherwise(parts, (payload) => mapJson(payload, rounded)),
};

function rounded(leaf: Json): Json {
  return typeof leaf === 'number' ? Math.round(leaf * 100) / 100 : leaf;
}
