import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../../src/harness/model/event.js';
import { redacted, redactor } from '../../../src/harness/run/redact.js';

const secret = 'k/9+Z~ "quoted" & more';

function failedWith(message: string): EventBody {
  return { type: 'kit-failed', message };
}

function messageOf(event: EventBody): string {
  return event.type === 'kit-failed' ? event.message : '';
}

const octets = Buffer.from(secret);

describe('redacting', () => {
  it.each([
    ['as it is', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    [
      'percent-encoded in small letters',
      encodeURIComponent(secret).replaceAll(/%../g, (one) => one.toLowerCase()),
    ],
    ['as a form spells it', new URLSearchParams({ s: secret }).toString().slice(2)],
    ['within JSON', JSON.stringify(secret).slice(1, -1)],
    ['in base64', octets.toString('base64')],
    ['in base64url', octets.toString('base64url')],
    ['in hex', octets.toString('hex')],
    ['in hex of capitals', octets.toString('hex').toUpperCase()],
  ])('takes a secret out %s', (_, spelling) => {
    const clean = messageOf(redactor([secret])(failedWith(`before ${spelling} after`)));
    expect(clean).toContain(redacted);
    expect(clean).not.toContain(spelling);
    expect(clean.startsWith('before ')).toBe(true);
    expect(clean.endsWith(' after')).toBe(true);
  });

  it.each(['', 'u', 'us', 'usr', 'user:'])(
    'takes it out of the base64 of a longer text, after "%s"',
    (before) => {
      const encoded = Buffer.from(`${before}${secret}:and behind it`).toString('base64');
      const clean = messageOf(redactor([secret])(failedWith(encoded)));
      expect(clean).toContain(redacted);
      const left = clean.split(redacted).map((part) => Buffer.from(part, 'base64').toString('latin1'));
      expect(left.join('|')).not.toContain(secret.slice(2, -2));
    },
  );

  it('takes it out of names and of nested members, and leaves the type of the event', () => {
    const event = redactor(['looked-up'])({
      type: 'looked-up',
      by: 'runner',
      action: 'a looked-up b',
      credential: 'main',
      exchange: 'e',
      finding: { kind: 'found', id: '1', fields: { 'x looked-up': ['looked-up'] } },
      expect: null,
      afterMs: 0,
    });
    expect(event).toMatchObject({
      type: 'looked-up',
      action: `a ${redacted} b`,
      finding: { fields: { [`x ${redacted}`]: [redacted] } },
    });
  });

  it('takes the longer of two secrets first, so that nothing of it is left', () => {
    const clean = messageOf(redactor(['abcd', 'abcdefgh'])(failedWith('abcdefgh abcd')));
    expect(clean).toBe(`${redacted} ${redacted}`);
  });

  it('gives back an event that holds none of the secrets as it is', () => {
    const event = failedWith('plain');
    expect(redactor([secret])(event)).toBe(event);
  });

  it('changes nothing where there is no secret', () => {
    const event = failedWith('plain');
    expect(redactor([])(event)).toBe(event);
  });
});
