import { describe, expect, it } from 'vitest';
import { checkHistory, type Contradiction } from '../../../src/harness/checker/check-history.js';
import type { Heard, KeyRules, Operation } from '../../../src/harness/checker/operation.js';

const forGood: KeyRules = { otherContent: 'refused', windowMs: null };

/** One after the other, each over before the next begins, unless said otherwise. */
function course(
  heard: readonly (Heard & { readonly content?: string; readonly begin?: number; readonly end?: number })[],
): readonly Operation[] {
  return heard.map((each, place) => {
    const { content = 'content 1', begin = 10 * place, end = 10 * place + 5, ...said } = each;
    const isHeard = said.kind !== 'unknown';
    return {
      key: 'K',
      content: said.kind === 'seen' ? null : content,
      begin,
      end: isHeard ? end : null,
      beginMs: begin,
      endMs: isHeard ? end : null,
      heard: said,
    };
  });
}

function contradictionOf(operations: readonly Operation[], rules = forGood): Contradiction {
  const checked = checkHistory(operations, rules);
  const [only] = checked.kind === 'contradicted' ? checked.contradictions : [];
  if (only === undefined) throw new Error('The history was explained.');
  return only;
}

function record(id: string | null, made: 'now' | 'before' | 'either' = 'either'): Heard {
  return { kind: 'record', id, made };
}

function seen(...ids: readonly string[]): Heard {
  return { kind: 'seen', ids, all: true };
}

describe('a contradiction says in one sentence', () => {
  it.each<[string, Parameters<typeof course>[0], string]>([
    [
      'that one key was answered with two records',
      [record('A'), { kind: 'unknown' }, record('A'), record('B')],
      'Key K was answered with two records, A at #5 and B at #35: no order of the exchanges explains that.',
    ],
    [
      'that an acknowledged record is not there',
      [record('A'), seen()],
      'Key K was answered with record A at #5 and had no record when looked for at #15: no order of the exchanges and looks explains that.',
    ],
    [
      'that two records are there',
      [{ kind: 'unknown' }, { kind: 'unknown' }, seen('A', 'B')],
      'Key K had 2 records, A and B, when looked for at #25: nothing that was sent under the key explains that.',
    ],
    [
      'that nobody can have made what is said to be there',
      [{ kind: 'nothing' }, record('A', 'before')],
      'Key K was answered with record A, made before, at #15: nothing that was sent under the key explains that.',
    ],
    [
      'that other content was taken for the same',
      [
        { ...record('A', 'now'), content: 'content 1' },
        { ...record('A', 'before'), content: 'content 2' },
      ],
      'Key K was answered with record A, made before, at #15 (content 2): nothing that was sent under the key explains that.',
    ],
    [
      'that every content was refused for another',
      [
        { kind: 'other-content', content: 'content 1', begin: 0, end: 20 },
        { kind: 'other-content', content: 'content 2', begin: 1, end: 21 },
      ],
      'Key K was refused as used for other content at #20 (content 1) and was refused as used for other content at #21 (content 2): no order of the exchanges explains that.',
    ],
  ])('%s', (_, heard, sentence) => {
    expect(contradictionOf(course(heard)).sentence).toBe(sentence);
  });

  it('names few of many, and a long key in part', () => {
    const told = Array.from({ length: 7 }, (_, place) => ({
      ...record('A', 'before'),
      begin: place,
      end: 20 + place,
    }));
    const { sentence } = contradictionOf(course(told).map((each) => ({ ...each, key: 'k'.repeat(200) })));
    expect(sentence).toContain(`Key ${'k'.repeat(64)}… was answered`);
    expect(sentence).toContain('at #23 and 3 more: no order of the exchanges explains that.');
  });
});

describe('the window of a key', () => {
  const twice = [
    { ...record('A'), begin: 0, end: 1 },
    { ...record('B'), begin: 100, end: 101 },
  ];

  it('lets a second record be made when it is over, and not before', () => {
    expect(checkHistory(course(twice), { otherContent: 'refused', windowMs: 101 }).kind).toBe('explained');
    expect(
      contradictionOf(course(twice), { otherContent: 'refused', windowMs: 102 }).operations,
    ).toHaveLength(2);
  });

  it('protects the second record as it did the first', () => {
    const thrice = [...twice, { ...record('C'), begin: 150, end: 151 }];
    const { operations } = contradictionOf(course(thrice), { otherContent: 'refused', windowMs: 100 });
    // Had nobody heard that the first request made A, it might have made B, and the window of B would be over sooner.
    expect(operations.map(({ heard }) => heard)).toEqual([record('A'), record('B'), record('C')]);
  });

  it('does not let a record be made before one that was there first, while a later answer names the first', () => {
    const between = course([
      { kind: 'unknown', begin: 0 },
      { ...record('A', 'before'), begin: 0, end: 60 },
      { ...record('B'), begin: 0, end: 70 },
      { ...seen('A'), begin: 70, end: 71 },
      { ...record('A', 'before'), begin: 80, end: 81 },
    ]);
    const { operations } = contradictionOf(between, { otherContent: 'refused', windowMs: 60 });
    expect(operations).toHaveLength(4);
  });

  it('does not take the first record away', () => {
    const course3 = [...twice, { ...seen('B'), begin: 200, end: 201 }];
    const { operations } = contradictionOf(course(course3), { otherContent: 'refused', windowMs: 50 });
    expect(operations.map(({ heard }) => heard)).toEqual([record('A'), seen('B')]);
  });
});

describe('a create that nobody heard of again', () => {
  it('may have made the record long after it was given up', () => {
    const late = course([{ kind: 'unknown' }, seen(), record('A', 'before')]);
    expect(checkHistory(late, forGood).kind).toBe('explained');
  });

  it('cannot have made one before it began', () => {
    const early = course([record('A', 'before'), { kind: 'unknown' }]);
    expect(contradictionOf(early).operations).toHaveLength(1);
  });
});

describe('keys', () => {
  it('are checked each by itself, and every contradiction is told', () => {
    const bad = course([record('A'), record('B')]);
    const other = bad.map((each) => ({ ...each, key: 'L' }));
    const good = course([record('C')]).map((each) => ({ ...each, key: 'M' }));
    const checked = checkHistory([...bad, ...other, ...good], forGood);
    const keys = checked.kind === 'contradicted' ? checked.contradictions.map(({ key }) => key) : [];
    expect(keys).toEqual(['K', 'L']);
  });
});
