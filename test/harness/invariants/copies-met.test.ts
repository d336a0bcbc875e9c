import { expect, test } from 'vitest';
import { copiesMet } from '../../../src/harness/invariants/copies-met.js';
import type { EventBody } from '../../../src/harness/model/event.js';
import { declared, judged } from '../../support/history-builder.js';

const measured = (round: number, overlap: number): EventBody => ({
  type: 'burst-measured',
  round,
  exchanges: ['e1', 'e2'],
  spreadMs: 0.3,
  overlap,
});

test('holds where requests were under way together in one round at least', () => {
  const history = [declared('task'), measured(1, 1), measured(2, 2)];
  expect(judged(copiesMet, history)).toEqual({ kind: 'holds', cases: 2 });
});

test('says nothing where they came one after the other in every round', () => {
  const history = [declared('task'), measured(1, 1), measured(2, 1)];
  expect(judged(copiesMet, history)).toMatchObject({
    kind: 'unknown',
    why: 'the requests of a burst did not overlap in any round',
  });
});

test('says nothing without a burst', () => {
  expect(judged(copiesMet, [declared('task')])).toMatchObject({
    kind: 'unknown',
    why: 'no burst was measured',
  });
});
