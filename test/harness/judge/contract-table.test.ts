import { describe, expect, it } from 'vitest';
import { contractTable } from '../../../src/harness/judge/contract-table.js';
import { contractOf } from '../../support/history-builder.js';
import { judgedAs } from './support.js';

function lineOf(claim: string, observed: readonly string[], contract = contractOf()) {
  const judged = observed.map((each, index) =>
    judgedAs(index === 0 ? 'replay/faithful-answer' : 'replay/marked', {
      observations: [{ claim, observed: each, events: [1] }],
    }),
  );
  return contractTable(contract, judged).find((line) => line.claim === claim);
}

describe('claims beside what was seen of them', () => {
  it.each([
    ['replay', ['same_response'], 'agrees'],
    ['replay', ['same_id'], 'differs'],
    ['replay', ['same_response', 'same_id'], 'differs'],
    ['replay', [], 'not exercised'],
    ['mark of a replay', ['a header'], 'not claimed'],
  ])('%s, seen as %j: %s', (claim, observed, agrees) => {
    expect(lineOf(claim, observed)?.agrees).toBe(observed.length === 0 ? 'not exercised' : agrees);
  });

  it('lets a stricter behaviour keep a weaker claim', () => {
    const { claims } = contractOf();
    const weaker = contractOf({ claims: { ...claims, replay: 'same_id' } });
    expect(lineOf('replay', ['same_response'], weaker)?.agrees).toBe('agrees');
  });

  it('does not agree with what nobody claims', () => {
    const { claims } = contractOf();
    const silent = contractOf({ claims: { ...claims, replay: 'undocumented' } });
    expect(lineOf('replay', ['same_response'], silent)?.agrees).toBe('not claimed');
  });

  it('names every claim once, with those that saw it', () => {
    const line = lineOf('replay', ['same_response', 'same_response']);
    expect(line).toMatchObject({
      observed: 'same_response',
      seenIn: ['replay/faithful-answer', 'replay/marked'],
    });
    const claims = contractTable(contractOf(), []).map(({ claim }) => claim);
    expect(new Set(claims).size).toBe(claims.length);
    expect(claims).toEqual(
      expect.arrayContaining(['replay', 'mismatch', 'consistency', 'retention', 'scope']),
    );
  });

  it('says which claims have no primary source', () => {
    const contract = contractOf({ unconfirmed: ['claims.replay', 'retention'] });
    const declared = (claim: string) => lineOf(claim, [], contract)?.declared;
    expect(declared('replay')).toBe('same_response (unconfirmed)');
    expect(declared('retention')).toBe('exact, 24 hours (unconfirmed)');
    expect(declared('mismatch')).toBe('reject');
    expect(lineOf('replay', ['same_response'], contract)?.agrees).toBe('agrees');
  });
});
