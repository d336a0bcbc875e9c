import { expect, test } from 'vitest';
import { believedLookUpsAreTrue } from '../../../src/harness/invariants/believed-look-ups-are-true.js';
import { declared, judged, lookedUp, sent } from '../../support/history-builder.js';

const opening = { policy: { retry: 'lookup-first' } } as const;
const done = { action: 'task', kind: 'created', id: 'rec-1' } as const;
const lost = { action: 'task', kind: 'unknown' } as const;
const absent = lookedUp('task', null, { by: 'sender' });
const found = lookedUp('task', 'rec-1', { by: 'sender' });

test('holds where what was done is found', () => {
  const history = [declared('task'), sent('x1', 1, done), found];
  expect(judged(believedLookUpsAreTrue, history, opening)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by a look-up that misses it, though a key may save the action', () => {
  const history = [declared('task'), sent('x1', 1, done), absent, sent('x2', 2, done)];
  expect(judged(believedLookUpsAreTrue, history, opening)).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', events: [3, 4, 5] }],
  });
});

test('allows a look-up to miss it that comes too early to be believed', () => {
  const patient = { policy: { retry: 'lookup-first', absentAfterMs: 60_000 } } as const;
  const history = [declared('task'), sent('x1', 1, done), absent];
  expect(judged(believedLookUpsAreTrue, history, patient)).toEqual({ kind: 'holds', cases: 1 });
});

test('says nothing where nothing is known to have been done', () => {
  const history = [declared('task'), sent('x1', 1, lost), absent];
  expect(judged(believedLookUpsAreTrue, history, opening).kind).toBe('unknown');
});
