import { expect, test } from 'vitest';
import { lookUpsAreFresh } from '../../../src/harness/invariants/look-ups-are-fresh.js';
import type { Contract } from '../../../src/harness/model/contract.js';
import {
  create,
  createEnded,
  declared,
  exchangeStarted,
  judged,
  lookedUp,
  passed,
} from '../../support/history-builder.js';

const made = [declared('task'), ...create('x1', { action: 'task', kind: 'created', id: 'r1' })];
const found = lookedUp('task', 'r1', { expect: 'found' });
const eventual: Partial<Contract> = { consistency: { kind: 'eventual', settleMs: 1_000, pollMs: 200 } };

/** Looks with so many milliseconds before each. */
const looks = (...waitsMs: readonly number[]) =>
  waitsMs.flatMap((ms, index) => [
    passed(ms),
    exchangeStarted(`look ${index}`, 'task', { purpose: 'look-up' }),
    { ...createEnded(`look ${index}`, { action: 'task', kind: 'rejected', ms: 0 }), outcome: null },
  ]);

test('holds where the first look finds', () => {
  expect(judged(lookUpsAreFresh, [...made, ...looks(0), found])).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by a second look where "immediate" is claimed', () => {
  expect(judged(lookUpsAreFresh, [...made, ...looks(0, 100), found])).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'found at the first look', actual: 'found at look 2, after 100 ms' }],
  });
});

test('lets the claimed settle time and one poll pass', () => {
  const history = [...made, ...looks(0, 600, 600), found];
  expect(judged(lookUpsAreFresh, history, { contract: eventual })).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken beyond that', () => {
  const history = [...made, ...looks(0, 600, 601), found];
  expect(judged(lookUpsAreFresh, history, { contract: eventual })).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'found within 1 s', actual: 'found at look 3, after 1.201 s' }],
  });
});

test('is broken by what is never found', () => {
  const history = [...made, ...looks(0, 600), lookedUp('task', null, { expect: 'found' })];
  expect(judged(lookUpsAreFresh, history, { contract: eventual })).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'not found within 600 ms' }],
  });
});

test('says nothing where no look-up was to find', () => {
  expect(judged(lookUpsAreFresh, [...made, lookedUp('task', null, { expect: 'absent' })]).kind).toBe(
    'unknown',
  );
});
