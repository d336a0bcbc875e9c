import { expect, test } from 'vitest';
import { crashAnywhereRecovers } from '../../../src/harness/invariants/crash-anywhere-recovers.js';
import type { SenderPolicy } from '../../../src/harness/model/sender-policy.js';
import type { RowFacts } from '../../../src/harness/model/outbox-row.js';
import {
  approved,
  claimed,
  counted,
  declared,
  historyOfTries,
  judged,
  recorded,
  row,
  sent,
  type Happening,
} from '../../support/history-builder.js';

const begun: readonly Happening[] = [declared('task'), approved('task'), claimed('task', 1)];
const died = { type: 'worker-crashed', worker: 'worker-1', point: 'after-claim', action: 'task' } as const;
const quiet = { type: 'worker-idle', worker: 'worker-1', nextAt: null } as const;
const done = sent('x1', 2, { action: 'task', kind: 'created', id: 'rec-1' });

function ends(facts: Partial<RowFacts>): readonly Happening[] {
  return [recorded('task', facts), quiet, counted([row('task', facts)])];
}

test('holds where another worker finished the action', () => {
  expect(judged(crashAnywhereRecovers, [...begun, died, done, ...ends({ state: 'sent' })])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken by an action that is left with its dead worker', () => {
  const stuck = counted([row('task', { state: 'processing' })]);
  expect(judged(crashAnywhereRecovers, [...begun, died, quiet, stuck])).toMatchObject({
    kind: 'broken',
    findings: [
      {
        action: 'task',
        actual: 'it is still processing, and the workers say that nothing is left to do',
        events: [5, 6, 7],
      },
    ],
  });
});

function besideItsTwin(retry: SenderPolicy['retry']) {
  const history = historyOfTries(
    {
      'no death': [...begun, done, ...ends({ state: 'sent' })],
      'a death': [...begun, died, done, ...ends({ state: 'blocked' })],
    },
    { policy: { retry } },
  );
  return crashAnywhereRecovers.check(history, history.contract);
}

test('is broken by an end that differs from that of the same course without a death', () => {
  expect(besideItsTwin('same-key')).toMatchObject({
    kind: 'broken',
    findings: [
      { attempt: 'a death', expected: 'sent, as in the same course without a death', actual: 'blocked' },
    ],
  });
});

test('compares with the same course without a death where the death cut an exchange short', () => {
  const [started, ended] = sent('x1', 1, { action: 'task', kind: 'unknown' });
  if (started === undefined || ended === undefined) throw new Error('An exchange has two ends.');
  const killed = { ...died, point: null, afterMs: 9 } as const;
  const judge = (cut: readonly Happening[]) => {
    const history = historyOfTries({
      'no death': [...begun, done, ...ends({ state: 'sent' })],
      'a death': [...begun, ...cut, ...ends({ state: 'blocked' })],
    });
    return crashAnywhereRecovers.check(history, history.contract).kind;
  };
  expect(judge([started, killed, ended])).toBe('broken');
  // An answer that was lost by itself may make a difference of its own.
  expect(judge([started, ended, killed])).toBe('holds');
});

test('lets a sender that may never retry leave the doubt to an operator', () => {
  expect(besideItsTwin('never')).toEqual({ kind: 'holds', cases: 1 });
});

test('says nothing where nobody went on after the death', () => {
  const stuck = counted([row('task', { state: 'processing' })]);
  expect(judged(crashAnywhereRecovers, [...begun, died, stuck]).kind).toBe('unknown');
});

test('says nothing where no worker died', () => {
  expect(judged(crashAnywhereRecovers, [...begun, done, ...ends({ state: 'sent' })]).kind).toBe('unknown');
});
