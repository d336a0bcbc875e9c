import { expect, test } from 'vitest';
import { lateOwnerFenced } from '../../../src/harness/invariants/late-owner-fenced.js';
import { claimed, declared, judged, recorded } from '../../support/history-builder.js';

const takenOver = [declared('task'), claimed('task', 1), claimed('task', 2, { worker: 'worker-2' })];
const finished = recorded('task', { state: 'sent', remoteId: 'rec-1' }, { worker: 'worker-2' });

test('holds where the late write was refused', () => {
  const fenced = { type: 'row-write-fenced', worker: 'worker-1', action: 'task', fence: 1 } as const;
  expect(judged(lateOwnerFenced, [...takenOver, finished, fenced])).toEqual({ kind: 'holds', cases: 1 });
});

test('holds where the late worker held its send', () => {
  const held = { type: 'send-held', worker: 'worker-1', action: 'task', why: 'lease-lost' } as const;
  expect(judged(lateOwnerFenced, [...takenOver, held])).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by a write after another worker took the row over', () => {
  const late = recorded('task', { state: 'unknown' }, { from: 'sent' });
  expect(judged(lateOwnerFenced, [...takenOver, finished, late])).toMatchObject({
    kind: 'broken',
    findings: [
      { action: 'task', actual: 'worker-1 wrote unknown where the row read sent', events: [3, 4, 6] },
    ],
  });
});

test('lets a worker block the exhausted row of a dead one', () => {
  const died = { type: 'worker-crashed', worker: 'worker-1', point: 'after-claim', action: 'task' } as const;
  const blocked = recorded('task', { state: 'blocked' }, { worker: 'worker-2' });
  const history = [declared('task'), claimed('task', 1), died, blocked];
  expect(judged(lateOwnerFenced, history).kind).toBe('unknown');
});

test('says nothing where the first worker never came back', () => {
  expect(judged(lateOwnerFenced, [...takenOver, finished]).kind).toBe('unknown');
});
