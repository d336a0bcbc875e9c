import { expect, test } from 'vitest';
import { unnamedMembersStand } from '../../../src/harness/invariants/unnamed-members-stand.js';
import type { Contract } from '../../../src/harness/model/contract.js';
import type { Json } from '../../../src/harness/model/json.js';
import { declared, fetched, judged, updated } from '../../support/history-builder.js';

const task = declared('task', { payload: { title: 'old', note: 'first try', owner: { name: 'Ana' } } });
const change = updated('task', '1', 'new');
const contract: Partial<Contract> = {
  kept: ['/title', '/note', '/owner'].map((pointer) => ({ sent: pointer, read: pointer })),
};
const reads = (fields: Json) => fetched('task', 'r1', { finding: { kind: 'found', id: 'r1', fields } });

test('holds where the other kept members read as approved', () => {
  const history = [task, change, reads({ title: 'new', note: 'first try', owner: { name: 'Ana' } })];
  expect(judged(unnamedMembersStand, history, { contract })).toEqual({ kind: 'holds', cases: 2 });
});

test('is broken where one of them is gone or changed', () => {
  const history = [task, change, reads({ title: 'new', owner: {} })];
  expect(judged(unnamedMembersStand, history, { contract })).toMatchObject({
    kind: 'broken',
    findings: [
      { expected: '/note reads "first try"', actual: 'it is missing', events: [3, 4] },
      { expected: '/owner reads {"name":"Ana"}', actual: 'it reads {}', events: [3, 4] },
    ],
  });
});

test('leaves the member that holds the changed one out', () => {
  const nested = updated('task', '1', 'Bo', { pointer: '/owner/name' });
  const history = [task, nested, reads({ title: 'old', note: 'first try', owner: { name: 'Bo' } })];
  expect(judged(unnamedMembersStand, history, { contract })).toEqual({ kind: 'holds', cases: 2 });
});

test('says nothing before a change is accepted', () => {
  const refused = updated('task', '1', 'new', { kind: 'rejected' });
  expect(judged(unnamedMembersStand, [task, refused, reads({ title: 'old' })], { contract }).kind).toBe(
    'unknown',
  );
});
