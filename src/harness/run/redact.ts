import type { EventBody } from '../model/event.js';

/** What stands in a record in place of a secret. */
export const redacted = '[redacted]';

/** Makes a function that takes every secret, in each spelling that an answer may echo it in, out of an event. */
export function redactor(secrets: readonly string[]): (event: EventBody) => EventBody {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].toSorted((a, b) => b.length - a.length);
  if (spellings.length === 0) return (event) => event;
  const inText = (text: string): string => {
    let clean = text;
    for (const spelling of spellings) clean = clean.replaceAll(spelling, redacted);
    return clean;
  };
  return (event) => ({ ...(cleaned(event, inText) as EventBody), type: event.type }) as EventBody;
}

function spellingsOf(secret: string): string[] {
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replaceAll('=', ''),
    Buffer.from(secret, 'utf8').toString('base64url'),
    Buffer.from(secret, 'utf8').toString('hex'),
  ];
}

function cleaned(value: unknown, inText: (text: string) => string): unknown {
  if (typeof value === 'string') return inText(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, inText));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [inText(name), cleaned(member, inText)]),
    );
  }
  return value;
}
