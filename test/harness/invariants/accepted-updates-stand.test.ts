import { expect, test } from 'vitest';
import { acceptedUpdatesStand } from '../../../src/harness/invariants/accepted-updates-stand.js';
import { declared, fetched, judged, observed, updated } from '../../support/history-builder.js';

const task = declared('task');
const reads = (title: string) =>
  fetched('task', 'r1', { finding: { kind: 'found', id: 'r1', fields: { id: 'r1', title } } });

test('holds where the record reads what was accepted', () => {
  const late = updated('task', '1', 'too late', { kind: 'rejected' });
  expect(judged(acceptedUpdatesStand, [task, updated('task', '1', 'new'), late, reads('new')])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken where a change of the same version was written over it', () => {
  const late = updated('task', '1', 'too late');
  expect(
    judged(acceptedUpdatesStand, [task, updated('task', '1', 'new'), late, reads('too late')]),
  ).toMatchObject({
    kind: 'broken',
    findings: [{ expected: '/title reads "new"', actual: 'it reads "too late"', events: [3, 5] }],
  });
});

test('lets a change that was decided on a later version take its place', () => {
  const history = [task, updated('task', '1', 'new'), updated('task', '2', 'newer'), reads('newer')];
  expect(judged(acceptedUpdatesStand, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('looks at counted records too', () => {
  const records = [{ id: 'r1', fields: { title: 'old' } }];
  const history = [task, updated('task', '1', 'new'), observed('task', [], { records })];
  expect(judged(acceptedUpdatesStand, history).kind).toBe('broken');
});

test('says nothing where no change was accepted', () => {
  const history = [task, updated('task', '1', 'new', { kind: 'rejected' }), reads('old')];
  expect(judged(acceptedUpdatesStand, history).kind).toBe('unknown');
});
