import type { EventBody } from '../model/event.js';

/** What stands in a record in place of a secret. */
export const redacted = '[redacted]';

/**
 * Makes a function that takes every secret, in each spelling that an answer may echo it in, out of an event. `text` is
 * the event as JSON, or what holds it; an event in whose text no secret is comes back as it is.
 */
export function redactor(secrets: readonly string[]): (event: EventBody, text?: string) => EventBody {
  const inText = textRedactor(secrets);
  const isIn = secretFinder(secrets);
  return (event, text) =>
    secrets.length === 0 || !isIn(text ?? JSON.stringify(event))
      ? event
      : ({ ...(cleaned(event, inText) as EventBody), type: event.type } as EventBody);
}

/** Makes a function that takes every secret, in the same spellings, out of a text; the list may grow meanwhile. */
export function textRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = knownSpellings(secrets);
  return (text) => {
    let clean = text;
    for (const spelling of spellings()) clean = clean.replaceAll(spelling, redacted);
    return clean;
  };
}

/** Few events hold a secret: one look at the JSON of a whole event spares most of them a copy of every member. */
function secretFinder(secrets: readonly string[]): (json: string) => boolean {
  const spellings = knownSpellings(secrets);
  let known: readonly string[] = [];
  let escaped: readonly string[] = [];
  return (json) => {
    const current = spellings();
    if (current !== known) {
      known = current;
      escaped = current.map((spelling) => JSON.stringify(spelling).slice(1, -1));
    }
    return escaped.some((spelling) => json.includes(spelling));
  };
}

/** Every spelling of the secrets, long ones first; the same list again while no secret has joined them. */
function knownSpellings(secrets: readonly string[]): () => readonly string[] {
  let known = 0;
  let spellings: readonly string[] = [];
  return () => {
    if (known !== secrets.length) {
      known = secrets.length;
      const found = secrets.filter((secret) => secret !== '').flatMap((secret) => spellingsOf(secret));
      spellings = [...new Set(found)].toSorted((one, other) => other.length - one.length);
    }
    return spellings;
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
