import { expect, test } from 'vitest';
import { repeatedUpdateChangesNothing } from '../../../src/harness/invariants/repeated-update-changes-nothing.js';
import { declared, fetched, judged, updated } from '../../support/history-builder.js';

const task = declared('task');
const change = updated('task', '1', 'new');
const atVersion = (version: number) =>
  fetched('task', 'r1', { finding: { kind: 'found', id: 'r1', fields: { title: 'new', version } } });

test('holds where the record stays as the first telling made it', () => {
  const refused = updated('task', '1', 'new', { kind: 'rejected' });
  const history = [task, change, atVersion(2), refused, refused, atVersion(2)];
  expect(judged(repeatedUpdateChangesNothing, history)).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken where the version counts up with every telling', () => {
  const history = [task, change, atVersion(2), change, change, atVersion(4)];
  expect(judged(repeatedUpdateChangesNothing, history)).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'the record as it was: version 2', actual: 'version 4', events: [4, 5, 6, 7] }],
  });
});

test('says nothing where another change came between', () => {
  const history = [task, change, atVersion(2), updated('task', '2', 'newer'), atVersion(3)];
  expect(judged(repeatedUpdateChangesNothing, history).kind).toBe('unknown');
});
