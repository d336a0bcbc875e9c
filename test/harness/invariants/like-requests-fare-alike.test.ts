import { expect, test } from 'vitest';
import { likeRequestsFareAlike } from '../../../src/harness/invariants/like-requests-fare-alike.js';
import { create, declared, judged, observed } from '../../support/history-builder.js';

const sent = (...ids: readonly (string | null)[]) =>
  ids.flatMap((id, at) => [
    declared(`order ${at}`),
    ...create(`x${at}`, { action: `order ${at}`, kind: id === null ? 'rejected' : 'created', id }),
  ]);

test('holds where both are done', () => {
  const history = [...sent('r1', 'r2'), observed('order 0', ['r1']), observed('order 1', ['r2'])];
  expect(judged(likeRequestsFareAlike, history)).toEqual({ kind: 'holds', cases: 2 });
});

test('holds where both are refused', () => {
  const history = [...sent(null, null), observed('order 0', []), observed('order 1', [])];
  expect(judged(likeRequestsFareAlike, history)).toEqual({ kind: 'holds', cases: 2 });
});

test('is broken where the second was taken for the first', () => {
  const history = [...sent('r1', 'r1'), observed('order 0', ['r1']), observed('order 1', [])];
  expect(judged(likeRequestsFareAlike, history)).toMatchObject({
    kind: 'broken',
    findings: [
      {
        action: 'order 1',
        actual: 'a record of order 0 and none of order 1, which was answered created (status 201, naming r1)',
      },
    ],
  });
});

test('says nothing of a single request', () => {
  expect(judged(likeRequestsFareAlike, [...sent('r1'), observed('order 0', ['r1'])]).kind).toBe('unknown');
});
