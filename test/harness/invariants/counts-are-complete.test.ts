import { expect, test } from 'vitest';
import { countsAreComplete } from '../../../src/harness/invariants/counts-are-complete.js';
import { create, declared, judged, observed } from '../../support/history-builder.js';

const marker = 'tw-shared';
const made = ['one', 'two', 'three'].flatMap((action, index) => [
  declared(action, { marker }),
  ...create(`x${index}`, { action, kind: 'created', id: `r${index}` }),
]);

test('holds where every acknowledged record of the marker is listed', () => {
  const history = [...made, observed('one', ['r0', 'r1', 'r2'], { marker })];
  expect(judged(countsAreComplete, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken where the list ends early', () => {
  expect(judged(countsAreComplete, [...made, observed('one', ['r0'], { marker })])).toMatchObject({
    kind: 'broken',
    findings: [
      {
        sentence: expect.stringContaining('The list shows 1 of 3 records'),
        expected: '3 records with marker tw-shared',
        actual: 'without r1, r2',
      },
    ],
  });
});

test('asks for no record that was acknowledged after the count', () => {
  const later = [
    declared('four', { marker }),
    ...create('x4', { action: 'four', kind: 'created', id: 'r4' }),
  ];
  const history = [...made, observed('one', ['r0', 'r1', 'r2'], { marker }), ...later];
  expect(judged(countsAreComplete, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('says nothing of a count that knows that it is not whole', () => {
  const cut = observed('one', ['r0'], { marker, complete: false, trouble: 'status 503' });
  expect(judged(countsAreComplete, [...made, cut]).kind).toBe('unknown');
});

test('says nothing where nothing was acknowledged', () => {
  const history = [
    declared('one'),
    ...create('x1', { action: 'one', kind: 'rejected' }),
    observed('one', []),
  ];
  expect(judged(countsAreComplete, history).kind).toBe('unknown');
});
