import { describe, expect, it, test } from 'vitest';
import { foundIn, unlessTooSlow } from '../../../src/adapters/yaml/reading/bounded-match.js';
import { patternMistake } from '../../../src/adapters/yaml/reading/pattern.js';
import { answered, file, reading } from './support.js';

test('patterns that adapter files need are sound', () => {
  const needed = [
    '^[^,]{1,255}$',
    '^[0-9a-f-]{36}$',
    '^[A-Za-z0-9_:-]{1,255}$',
    '/invoices/([^/?]+)',
    '[Ee]xisting ID:? (\\w+)',
    '^(?:accepted|rejected)$',
    '/problems/key-(?:missing|invalid)$',
    '^.*\\bid=(\\d+)',
    '^.*?\\bid=(\\d+)',
    '\\(a\\)\\?',
    '[(?+]+',
    '(?:ab){2,3}c?',
    'duplicate|already exists|conflict|in use',
    '"errorCode":"(?:DUPLICATE_VALUE|DUPLICATE_EXTERNAL_ID|ENTITY_IS_LOCKED)"',
  ];
  expect(needed.filter((source) => patternMistake(source) !== null)).toEqual([]);
});

/** Patterns that are known to take for ever, or as long as a body is to the power of something. */
const evil = [
  '(a+)+$',
  '(a*)*b',
  '(a|a)*b',
  '(a|aa)+$',
  '(?:a?)*b',
  '(?:a?){60}b',
  '((a+)b?)+$',
  '([a-zA-Z]+)*$',
  '(.*a){20}',
  '(?:.*,){11}P',
  '^(?:[a-z]+\\.)+$',
  '.*.*=.*',
  '\\s*\\s*\\s*$',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?=a+)+b',
  '(a+)\\1',
  `${'a?'.repeat(34)}${'a'.repeat(34)}`,
  `^${'a?'.repeat(34)}b`,
  `^${'(?:a|.)'.repeat(60)}b`,
  `^${'(?:a|\\w)'.repeat(34)}b`,
  `${'a{0,3}'.repeat(17)}b`,
  `^${'a{0,15}'.repeat(9)}b`,
  `^${'(?:|a)'.repeat(40)}b`,
  `^${'a??'.repeat(40)}b`,
  `^${'[^b]{0,17}'.repeat(9)}b`,
];

describe('a pattern that could take for ever on a body made for it is refused', () => {
  it.each(evil)('%s', (source) => {
    expect(patternMistake(source)).not.toBeNull();
  });
});

/** A limit of two seconds, and time for a machine that is busy with other things. */
const longestMs = 15_000;

describe('a slow pattern that is let through ends within its limit, whatever the body', () => {
  it.each([
    ['a.*b', 'a'],
    ['^.*?.{0,65535}c', 'ab'],
    ['[ab]{0,255}[ab]{0,255}c', 'ab'],
    [`${'a?'.repeat(9)}c`, 'a'],
    [`${'(?:a|.)'.repeat(9)}c`, 'a'],
    ['(?:a.*b)?c', 'ab'],
  ])(
    '%s on %s again and again',
    (source, piece) => {
      expect(patternMistake(source)).toBeNull();
      const body = piece.repeat(65_536 / piece.length);
      const begun = performance.now();
      const came = unlessTooSlow<unknown>(
        () => foundIn(body, source),
        (why) => why,
      );
      expect(performance.now() - begun).toBeLessThan(longestMs);
      if (came !== null) expect(came).toBe(`the regular expression "${source}" did not end within 2000 ms`);
    },
    30_000,
  );

  it('and finds what is there all the same', () => {
    const body = `${'x'.repeat(60_000)}id=17;${'x'.repeat(5_000)}`;
    expect(foundIn(body, 'id=(\\d+)')?.[1]).toBe('17');
    expect(foundIn(body, 'id=(\\d{3})')).toBeNull();
  });
});

describe('an answer on which a pattern takes too long is read as nothing at all', () => {
  const slow = '[ab]{0,255}[ab]{0,255}c';
  const answer = answered(201, 'ab'.repeat(32_768));
  const { adapter } = reading(
    file(
      {
        outcomes: `outcomes: [{ is: rejected, when: { body_regex: '${slow}' } }, { is: created, when: { status: 201 } }]`,
        observe: `observe: { path: /tasks, query: { q: '{{marker}}' }, absent: { body_regex: '${slow}' }, items: /data, item_id: /id }`,
      },
      `lookup: { path: /tasks, query: { key: '{{key}}' }, absent: { body_regex: '${slow}' }, items: /data, item_id: /id }`,
      `fetch: { path: '/tasks/{{id}}', absent: { body_regex: '${slow}' } }`,
      `delete: { path: '/tasks/{{id}}', gone: { body_regex: '${slow}' } }`,
    ),
  );
  const why = expect.stringContaining('did not end within') as string;

  it('by a create, whatever the recognisers behind say', () => {
    expect(adapter.create.outcome(answer)).toMatchObject({ kind: 'unknown', id: null, rule: why });
  }, 30_000);

  it('by a look-up, an observation, a fetch and a delete', () => {
    expect(adapter.lookUp?.read(answer)).toEqual({ kind: 'trouble', why });
    expect(adapter.observe?.read(answer, 'tw-1')).toEqual({ kind: 'trouble', why });
    expect(adapter.fetch?.read(answer)).toEqual({ kind: 'trouble', why });
    expect(adapter.remove?.gone(answer)).toBe(false);
  }, 60_000);
});

test('megabytes of digits in a body are read in a moment', () => {
  const { adapter } = reading(file());
  const begun = performance.now();
  for (const tail of ['.0', '', 'e1', `,"x":"${'\\\\'.repeat(500_000)}"`]) {
    const answer = answered(201, `{"id":12345678901234567,"n":${'1'.repeat(3_000_000)}${tail}}`);
    expect(adapter.create.outcome(answer)).toMatchObject({ kind: 'created', id: '12345678901234567' });
  }
  expect(performance.now() - begun).toBeLessThan(longestMs);
}, 30_000);
