import type { Header, PreparedRequest } from '../../model/exchange.js';
import type { SenderFlaw } from '../sender-flaw.js';

/** Makes a new key for every attempt after the first. */
export const newKeyPerAttempt: SenderFlaw = {
  name: 'new-key-per-attempt',
  requirement: 'sender/same-key-same-bytes',
  summary: 'Makes a new key for every attempt after the first.',
  apply: (rules) => ({
    ...rules,
    requestFor: (facts) => {
      const request = rules.requestFor(facts);
      const { key, attempt } = facts;
      return attempt === 1 ? request : withKey(request, key, nextKey(key, attempt));
    },
  }),
};

/** A key of the same length and alphabet, so that it fits wherever the first one did: its last character moves on. */
function nextKey(key: string, attempt: number): string {
  const alphabet = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];
  for (let place = key.length - 1; place >= 0; place -= 1) {
    const letters = alphabet.find((each) => each.includes(key.charAt(place)));
    if (letters === undefined) continue;
    const moved = letters.charAt((letters.indexOf(key.charAt(place)) + attempt - 1) % letters.length);
    return `${key.slice(0, place)}${moved}${key.slice(place + 1)}`;
  }
  return `${key}${String(attempt)}`;
}

/** The same request with the key replaced wherever it is written: header, path or body, in that place's spelling. */
function withKey(request: PreparedRequest, key: string, next: string): PreparedRequest {
  const spellings: readonly ((text: string) => string)[] = [
    (text) => text,
    encodeURIComponent,
    (text) => JSON.stringify(text).slice(1, -1),
  ];
  const replaced = (text: string): string => {
    const spelled = spellings.find((spelling) => text.includes(spelling(key)));
    return spelled === undefined ? text : text.replaceAll(spelled(key), () => spelled(next));
  };
  return {
    ...request,
    path: replaced(request.path),
    headers: request.headers.map(([name, value]): Header => [name, replaced(value)]),
    body: request.body === null ? null : replaced(request.body),
  };
}
