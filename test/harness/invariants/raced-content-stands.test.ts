import { expect, test } from 'vitest';
import { racedContentStands } from '../../../src/harness/invariants/raced-content-stands.js';
import { contractOf, judged } from '../../support/history-builder.js';
import { race, recordReading, sentOneByOne } from './race-events.js';

const both = { ours: 'created', theirs: 'created' } as const;
const oneWins = { ours: 'created', theirs: 'mismatch' } as const;

test('holds where the record reads what was acknowledged', () => {
  expect(judged(racedContentStands, [...race(oneWins), recordReading('ours')])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken where the record reads what was refused', () => {
  expect(judged(racedContentStands, [...race(oneWins), recordReading('theirs')])).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'ours', actual: '/title of r1 reads "theirs", acknowledged was "ours"' }],
  });
});

test('is broken where both were acknowledged and one is lost', () => {
  expect(judged(racedContentStands, [...race(both), recordReading('theirs')])).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'ours' }],
  });
});

test('holds where clashes are said to update, and the last one stands', () => {
  const claims = { ...contractOf().claims, mismatch: 'update' as const };
  expect(
    judged(racedContentStands, [...race(both), recordReading('theirs')], { contract: { claims } }),
  ).toEqual({ kind: 'holds', cases: 1 });
});

test('says nothing where the requests did not overlap', () => {
  expect(judged(racedContentStands, [...sentOneByOne(oneWins), recordReading('ours')])).toEqual({
    kind: 'unknown',
    why: 'the requests did not overlap',
  });
});
