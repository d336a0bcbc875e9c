import { isJsonObject, parseJson, type Json } from '../model/json.js';
import type { Rewrite } from '../model/step.js';

/** Spells a JSON body otherwise without changing what it says; text that is not JSON comes back as it was. */
export function rewriteBody(body: string, how: Rewrite): string {
  const value = parseJson(body);
  if (value === undefined) return body;
  switch (how) {
    case 'reorder-members':
      return JSON.stringify(reversed(value));
    case 'add-blanks':
      return JSON.stringify(value, null, 3);
    case 'escape-text':
      return spelled(value, { text: escapedText, number: String });
    case 'respell-numbers':
      return spelled(value, { text: (text) => JSON.stringify(text), number: respelled });
  }
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => reversed(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

interface Spelling {
  text(text: string): string;
  number(number: number): string;
}

function spelled(value: Json, spelling: Spelling): string {
  if (typeof value === 'string') return spelling.text(value);
  if (typeof value === 'number') return spelling.number(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => spelled(item, spelling)).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${spelled(member, spelling)}`,
  );
  return `{${members.join(',')}}`;
}

function escapedText(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}

function respelled(number: number): string {
  return Number.isSafeInteger(number) && Math.abs(number) < 1e15 ? `${number}.0` : String(number);
}
