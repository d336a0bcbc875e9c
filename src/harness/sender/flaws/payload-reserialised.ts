import { isJsonObject, type Json, parseJson } from '../../model/json.js';
import type { SenderFlaw } from '../sender-flaw.js';

/** Writes the payload anew for every attempt after the first, in another order and with other blanks. */
export const payloadReserialised: SenderFlaw = {
  name: 'payload-reserialised',
  requirement: 'sender/same-key-same-bytes',
  summary:
    'Writes the payload anew for every attempt after the first, in another order and with other blanks.',
  apply: (rules) => ({
    ...rules,
    requestFor: (facts) => {
      const request = rules.requestFor(facts);
      return facts.attempt === 1 || request.body === null
        ? request
        : { ...request, body: reserialised(request.body) };
    },
  }),
};

function reserialised(body: string): string {
  const value = parseJson(body);
  return value === undefined
    ? body.split('&').toReversed().join('&')
    : JSON.stringify(reversed(value), null, 1);
}

function reversed(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
