import { expect, test } from 'vitest';
import { unknownSettledByLookup } from '../../../src/harness/invariants/unknown-settled-by-lookup.js';
import {
  declared,
  historyOf,
  judged,
  lookedUp,
  recorded,
  sent,
  unblocked,
  killedAtSomeMoment,
} from '../../support/history-builder.js';

const opening = { policy: { retry: 'lookup-first' } } as const;
const lost = { action: 'task', kind: 'unknown' } as const;
const done = { action: 'task', kind: 'created', id: 'rec-1' } as const;
const absent = lookedUp('task', null, { by: 'sender' });
const found = lookedUp('task', 'rec-1', { by: 'sender' });

test('holds where the look-up said absent before the next create', () => {
  const history = [declared('task'), sent('x1', 1, lost), absent, sent('x2', 2, done)];
  expect(judged(unknownSettledByLookup, history, opening)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken where the look-up that said absent came too early to be believed', () => {
  const happenings = [declared('task'), sent('x1', 1, lost), absent, sent('x2', 2, done)];
  const hasty = { policy: { retry: 'lookup-first', absentAfterMs: 60_000 } } as const;
  expect(judged(unknownSettledByLookup, happenings, hasty)).toMatchObject({
    kind: 'broken',
    findings: [{ expected: expect.stringContaining('at least 60 s after the first was given up') as string }],
  });
});

test('holds where the look-up found the record and nothing more was sent', () => {
  const history = [declared('task'), sent('x1', 1, lost), found];
  expect(judged(unknownSettledByLookup, history, opening)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by a create without a look-up', () => {
  const history = [declared('task'), sent('x1', 1, lost), sent('x2', 2, done)];
  expect(judged(unknownSettledByLookup, history, opening)).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', events: [3, 4, 5] }],
  });
});

test('is broken by a create after a look-up that found the record', () => {
  const history = [declared('task'), sent('x1', 1, lost), found, sent('x2', 2, done)];
  expect(judged(unknownSettledByLookup, history, opening).kind).toBe('broken');
});

test('is broken by a create after a refusal that no ledger took down', () => {
  const refused = sent('x1', 1, { action: 'task', kind: 'throttled' });
  expect(judged(unknownSettledByLookup, [declared('task'), refused, sent('x2', 2, done)], opening).kind).toBe(
    'broken',
  );
});

test('lets a create follow an operator where the receiver offers no look-up', () => {
  const happenings = [declared('task'), sent('x1', 1, lost), unblocked('task'), sent('x2', 2, done)];
  const history = historyOf(happenings, opening);
  const blind = { ...history, opened: { ...history.opened, offers: [] } };
  expect(unknownSettledByLookup.check(history, history.contract).kind).toBe('broken');
  expect(unknownSettledByLookup.check(blind, blind.contract)).toEqual({ kind: 'holds', cases: 1 });
});

test('says nothing after a refusal that the ledger took down', () => {
  const refused = [
    sent('x1', 1, { action: 'task', kind: 'throttled' }),
    recorded('task', {}, { exchange: 'x1', outcome: 'throttled' }),
  ].flat();
  const history = [declared('task'), refused, sent('x2', 2, done)];
  expect(judged(unknownSettledByLookup, history, opening).kind).toBe('unknown');
});

test('says nothing after a refusal whose worker was killed before it could say that the ledger has it', () => {
  const refused = sent('x1', 1, { action: 'task', kind: 'throttled' });
  const died = killedAtSomeMoment('task');
  const history = [declared('task'), refused, died, sent('x2', 2, done)];
  expect(judged(unknownSettledByLookup, history, opening).kind).toBe('unknown');
});

test('is broken after an unknown outcome, killed at any moment or not', () => {
  const died = killedAtSomeMoment('task');
  const history = [declared('task'), sent('x1', 1, lost), died, sent('x2', 2, done)];
  expect(judged(unknownSettledByLookup, history, opening).kind).toBe('broken');
});

test('says nothing under another policy', () => {
  const history = [declared('task'), sent('x1', 1, lost), sent('x2', 2, done)];
  expect(judged(unknownSettledByLookup, history).kind).toBe('unknown');
});
