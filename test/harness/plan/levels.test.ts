import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../src/harness/model/contract.js';
import type { Requirement } from '../../../src/harness/model/scenario.js';
import { familyOf, levelUnder } from '../../../src/harness/plan/levels.js';
import { contractOf } from '../../support/history-builder.js';

function level(requirement: Partial<Requirement>, contract: Partial<Contract> = {}): string {
  return levelUnder(
    { id: 'conflict/refused', level: 'MUST', ...requirement } as Requirement,
    contractOf(contract),
  );
}

const silent: Contract['claims'] = {
  replay: 'undocumented',
  mismatch: 'undocumented',
  in_flight: 'undocumented',
  failures: 'undocumented',
  missing_key: 'undocumented',
  after_expiry: 'undocumented',
};

describe('how binding a requirement is', () => {
  it('is what it says, unless the contract has a say in it', () => {
    expect(['MUST', 'SHOULD', 'SURVEY'].map((own) => level({ level: own as 'MUST' }))).toEqual([
      'MUST',
      'SHOULD',
      'SURVEY',
    ]);
  });

  it('is a MUST where it is claimed, and a survey where nothing is', () => {
    const asClaimed = { level: 'as-claimed', claim: 'mismatch' } as const;
    expect(level(asClaimed)).toBe('MUST');
    expect(level(asClaimed, { claims: silent })).toBe('SURVEY');
    expect(level({ level: 'as-claimed' })).toBe('SURVEY');
  });

  it('is a MUST for a window only where one is stated, and for consistency always', () => {
    const window = { level: 'as-claimed', claim: 'retention' } as const;
    expect(level(window)).toBe('MUST');
    expect(level(window, { retention: { kind: 'undocumented', ms: null } })).toBe('SURVEY');
    expect(level({ level: 'as-claimed', claim: 'consistency' })).toBe('MUST');
  });

  it('is a MUST for an intent only where the contract has one and says what is answered', () => {
    const intent = { field: '/deal', carried: false, repeat: 'reject', differs: 'undocumented' } as const;
    const levels = (contract: Partial<Contract>): readonly string[] =>
      (['intent: repeat', 'intent: differs'] as const).map((claim) =>
        level({ level: 'as-claimed', claim }, contract),
      );
    expect(levels({ intent })).toEqual(['MUST', 'SURVEY']);
    expect(levels({})).toEqual(['SURVEY', 'SURVEY']);
  });

  it('is a MUST where the owner promises it', () => {
    const should = { id: 'conflict/clear-answer', level: 'SHOULD' } as const;
    expect(level(should, { promises: ['conflict/clear-answer'] })).toBe('MUST');
  });

  it.each([
    ['replay/same-record', 'SURVEY'],
    ['lost-reply/timeout', 'SURVEY'],
    ['concurrency/one-effect', 'SURVEY'],
    ['lookup/fresh', 'MUST'],
    ['acceptance/creates-and-names-record', 'MUST'],
  ])('of %s, where there is no protection, is %s', (id, expected) => {
    expect(level({ id }, { mode: 'unguarded' })).toBe(expected);
  });

  it('knows a family by what stands before the slash', () => {
    expect(familyOf('lost-reply/late-effect')).toBe('lost-reply');
  });
});
