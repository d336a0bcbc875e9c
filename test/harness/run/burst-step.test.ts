import { expect, it } from 'vitest';
import { overlapOf, spreadOf } from '../../../src/harness/run/burst-step.js';

const answered = { kind: 'answered', status: 201, headers: [], body: '' } as const;
const late = { kind: 'lost', how: 'timeout', detail: '' } as const;
const at = (releasedMs: number | null, answeredMs: number | null) => ({
  releasedMs,
  answeredMs,
  answer: answeredMs === null ? late : answered,
});

it('counts the most requests that were under way at one moment', () => {
  expect(overlapOf([at(0, 5), at(1, 3), at(2, 9), at(6, 8)])).toBe(3);
});

it('sees no overlap in requests that came one after the other', () => {
  expect(overlapOf([at(0, 1), at(1, 2), at(2, 3)])).toBe(1);
});

it('takes a request without an answer for one that is under way to the end', () => {
  expect(overlapOf([at(0, null), at(50, 60)])).toBe(2);
});

it('leaves out what was never released, and what was lost without an answer', () => {
  const answer = { kind: 'lost', how: 'reset', detail: '' } as const;
  expect(overlapOf([at(0, 5), at(null, 1), { ...at(1, null), answer }])).toBe(1);
  expect(spreadOf([at(0, 5), at(null, 1), at(2, 5)])).toBe(2);
});

it('measures the time from the first release to the last', () => {
  expect(spreadOf([at(0.25, 1), at(0, 1), at(1.5, 2)])).toBe(1.5);
  expect([spreadOf([]), overlapOf([])]).toEqual([0, 0]);
});
