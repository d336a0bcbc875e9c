import { expect, test } from 'vitest';
import { neverClaimedTwice } from '../../../src/harness/invariants/never-claimed-twice.js';
import {
  claimed,
  declared,
  judged,
  passed,
  recorded,
  killedAtSomeMoment,
} from '../../support/history-builder.js';

const second = claimed('task', 2, { worker: 'worker-2' });

test('holds where the row was given back', () => {
  const history = [declared('task'), claimed('task', 1), recorded('task', { state: 'pending' }), second];
  expect(judged(neverClaimedTwice, history)).toEqual({ kind: 'holds', cases: 2 });
});

test('holds where the lease had run out', () => {
  const history = [declared('task'), claimed('task', 1), passed(3_000), second];
  expect(judged(neverClaimedTwice, history)).toEqual({ kind: 'holds', cases: 2 });
});

test('holds for two workers with an action each', () => {
  const history = [
    declared('task'),
    declared('other'),
    claimed('task', 1),
    claimed('other', 1, { worker: 'worker-2' }),
  ];
  expect(judged(neverClaimedTwice, history)).toEqual({ kind: 'holds', cases: 2 });
});

test('is broken by a worker that takes the row while the lease holds', () => {
  const history = [declared('task'), claimed('task', 1), passed(2_000), second];
  expect(judged(neverClaimedTwice, history)).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', actual: 'worker-2 took it 1 s before that', events: [3, 5] }],
  });
});

test.each([
  {
    what: 'its owner had given the row back, and was killed before it could say so',
    taken: {},
    kind: 'holds',
  },
  { what: "the row was still its owner's when that was killed", taken: { takenOver: true }, kind: 'broken' },
])('$kind where $what', ({ taken, kind }) => {
  const died = killedAtSomeMoment('task');
  const next = claimed('task', 2, { worker: 'worker-2', ...taken });
  expect(judged(neverClaimedTwice, [declared('task'), claimed('task', 1), died, next]).kind).toBe(kind);
});

test('is broken though the owner died, where it died at a point at which it had said everything', () => {
  const died = { type: 'worker-crashed', worker: 'worker-1', point: 'before-send', action: 'task' } as const;
  expect(judged(neverClaimedTwice, [declared('task'), claimed('task', 1), died, second]).kind).toBe('broken');
});

test('says nothing where no worker took a row', () => {
  expect(judged(neverClaimedTwice, [declared('task')]).kind).toBe('unknown');
});
