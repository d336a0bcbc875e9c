import type { EventBody } from '../model/event.js';

/** What stands in a record in place of a secret. */
export const redacted = '[redacted]';

/** Makes a function that takes every secret, in each spelling that an answer may echo it in, out of an event. */
export function redactor(secrets: readonly string[]): (event: EventBody) => EventBody {
  const inText = textRedactor(secrets);
  return (event) =>
    secrets.length === 0
      ? event
      : ({ ...(cleaned(event, inText) as EventBody), type: event.type } as EventBody);
}

/** Makes a function that takes every secret, in the same spellings, out of a text; the list may grow meanwhile. */
export function textRedactor(secrets: readonly string[]): (text: string) => string {
  let known = 0;
  let spellings: readonly string[] = [];
  return (text) => {
    if (known !== secrets.length) {
      known = secrets.length;
      spellings = [...new Set(secrets.filter((secret) => secret !== '').flatMap(spellingsOf))].toSorted(
        (a, b) => b.length - a.length,
      );
    }
    let clean = text;
    for (const spelling of spellings) clean = clean.replaceAll(spelling, redacted);
    return clean;
  };
}

function spellingsOf(secret: string): string[] {
  const hex = Buffer.from(secret, 'utf8').toString('hex');
  const percent = [encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)];
  return [
    secret,
    ...percent,
    ...percent.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase())),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret, 'utf8').toString('base64'),
    ...within(secret),
    hex,
    hex.toUpperCase(),
  ];
}

/**
 * The characters that a secret always becomes in the base64 (or base64url) of a longer text, such as `user:secret`: one
 * spelling for each place that its first octet can have in a group of three.
 */
function within(secret: string): string[] {
  const octets = Buffer.from(secret, 'utf8');
  return [0, 1, 2].flatMap((place) => {
    const from = Math.ceil((place * 8) / 6);
    const to = Math.floor(((place + octets.length) * 8) / 6);
    const text = Buffer.concat([Buffer.alloc(place), octets])
      .toString('base64')
      .slice(from, to);
    // Fewer would be found in texts that have nothing to do with the secret.
    return text.length < 5 ? [] : [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
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
