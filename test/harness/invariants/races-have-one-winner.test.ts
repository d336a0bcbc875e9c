import { expect, test } from 'vitest';
import { racesHaveOneWinner } from '../../../src/harness/invariants/races-have-one-winner.js';
import { contractOf, judged } from '../../support/history-builder.js';
import { race, recordReading, sentOneByOne } from './race-events.js';

const both = { ours: 'created', theirs: 'created' } as const;
const oneWins = { ours: 'created', theirs: 'mismatch' } as const;

test('holds where one is acknowledged and the other refused', () => {
  expect(judged(racesHaveOneWinner, [...race(oneWins), recordReading('ours')])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken where both are told that they are done', () => {
  expect(judged(racesHaveOneWinner, [...race(both), recordReading('ours')])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'ours: created (status 201, naming r1); theirs: created (status 201, naming r1)' }],
  });
});

test('holds where the contract says that a clash is replayed', () => {
  const claims = { ...contractOf().claims, mismatch: 'replay_anyway' as const };
  expect(
    judged(racesHaveOneWinner, [...race(both), recordReading('ours')], { contract: { claims } }),
  ).toEqual({ kind: 'holds', cases: 1 });
});

test('says nothing where the requests did not overlap', () => {
  expect(judged(racesHaveOneWinner, [...sentOneByOne(both), recordReading('ours')]).kind).toBe('unknown');
});

test.each([
  [2, 'broken'],
  [1, 'unknown'],
] as const)('looks at a race in a burst that had an overlap of %i: %s', (overlap, kind) => {
  const exchanges = ['exchange of ours', 'exchange of theirs'];
  const measured = { type: 'burst-measured', round: 1, exchanges, spreadMs: 0.1, overlap } as const;
  const elsewhere = { ...measured, exchanges: ['exchange of others'], overlap: 1 };
  expect(judged(racesHaveOneWinner, [...race(both), measured, elsewhere, recordReading('ours')]).kind).toBe(
    kind,
  );
});
