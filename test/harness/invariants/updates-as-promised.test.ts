import { expect, test } from 'vitest';
import { updatesAsPromised } from '../../../src/harness/invariants/updates-as-promised.js';
import { declared, judged, updated } from '../../support/history-builder.js';

const task = declared('task');

test('holds where each update is answered as promised', () => {
  const history = [
    task,
    updated('task', '1', 'new', { expect: ['updated'] }),
    updated('task', '1', 'late', { kind: 'rejected', expect: ['rejected'] }),
  ];
  expect(judged(updatesAsPromised, history)).toEqual({ kind: 'holds', cases: 2 });
});

test('is broken where a stale update is accepted', () => {
  expect(
    judged(updatesAsPromised, [task, updated('task', '1', 'late', { expect: ['rejected'] })]),
  ).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'rejected', actual: 'updated', events: [3] }],
  });
});

test('says nothing of updates without a promise', () => {
  expect(judged(updatesAsPromised, [task, updated('task', '1', 'new')]).kind).toBe('unknown');
});
