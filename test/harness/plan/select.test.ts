import { describe, expect, it } from 'vitest';
import { selectScenarios } from '../../../src/harness/plan/select.js';
import { scenarios } from '../../../src/scenarios/index.js';

function selected(...globs: string[]): readonly string[] {
  return selectScenarios(scenarios, globs).map(({ id }) => id);
}

const all = scenarios.map(({ id }) => id);

describe('selecting requirements', () => {
  it('takes all where nothing is named', () => {
    expect(selected()).toEqual(all);
  });

  it.each([
    ['an id', 'replay/same-record', ['replay/same-record']],
    ['a family', 'durability', all.filter((id) => id.startsWith('durability/'))],
    [
      'a star within a part',
      'retention/survives-*',
      all.filter((id) => id.startsWith('retention/survives-')),
    ],
    ['a star for the family', '*/fresh', ['lookup/fresh']],
    ['two stars across parts', 'look**/fresh', ['lookup/fresh']],
  ])('by %s', (_, glob, ids) => {
    expect(selected(glob)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(0);
  });

  it('by several, each once and in the order of the catalogue', () => {
    expect(selected('replay/many-uses', 'replay/same-record', 'replay/*-uses')).toEqual([
      'replay/same-record',
      'replay/many-uses',
    ]);
  });

  it.each(['nothing/here', 'repl', 'replay/same', '(', '[a-', 'REPLAY', ''])(
    'refuses "%s", which names none, rather than run nothing',
    (glob) => {
      expect(() => selected('replay', glob)).toThrow('selects no requirement');
    },
  );

  it('takes characters of patterns as they are', () => {
    expect(() => selected('replay/same.record')).toThrow('selects no requirement');
  });
});
