import { expect, test } from 'vitest';
import { loadWasOffered } from '../../../src/harness/invariants/load-was-offered.js';
import type { EventBody } from '../../../src/harness/model/event.js';
import { create, declared, judged } from '../../support/history-builder.js';

const none = { p50: 0, p95: 0, p99: 0, max: 0 };

/** Eleven requests at ten a second take one second from the first to the last. */
const measured = (elapsedMs: number): EventBody => ({
  type: 'load-measured',
  offeredPerSecond: 10,
  sends: 11,
  elapsedMs,
  service: none,
  wait: none,
});

const sent = create('x1', { action: 'task', kind: 'created', id: 'r1' });
const replayed = create('x2', { action: 'task', kind: 'replayed', id: 'r1', started: { role: 'retry' } });

test('holds at the offered rate, and counts the replays of what was acknowledged', () => {
  expect(judged(loadWasOffered, [declared('task'), sent, replayed, measured(1_000)])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('holds down to four fifths of the rate', () => {
  const history = [declared('task'), sent, replayed, measured(1_250)];
  expect(judged(loadWasOffered, history)).toMatchObject({ kind: 'holds' });
});

test('says nothing where less than that could be begun', () => {
  expect(judged(loadWasOffered, [declared('task'), sent, replayed, measured(2_000)])).toEqual({
    kind: 'unknown',
    why: 'only 5 of 10 requests a second could be begun (limits.parallel bounds how many are under way)',
  });
});

test('says nothing where every replay came before the acknowledgement', () => {
  const [started, ended] = sent;
  const history = [declared('task'), ...(started ? [started] : []), replayed.slice(0, 1), ended ?? []];
  expect(judged(loadWasOffered, [...history, measured(1_000)])).toEqual({
    kind: 'unknown',
    why: 'no replay met an action that was acknowledged',
  });
});

test('does not count what was told again when the load was over', () => {
  expect(judged(loadWasOffered, [declared('task'), sent, measured(1_000), replayed])).toMatchObject({
    kind: 'unknown',
  });
});

test('says nothing without a load', () => {
  expect(judged(loadWasOffered, [declared('task'), sent, replayed])).toEqual({
    kind: 'unknown',
    why: 'no load was measured',
  });
});
