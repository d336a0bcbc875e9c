import { expect, test } from 'vitest';
import { payloadKept } from '../../../src/harness/invariants/payload-kept.js';
import { declared, judged, observed } from '../../support/history-builder.js';

const task = declared('task', { payload: { title: 'Call Zoë' } });
const reading = (fields: object) =>
  observed('task', [], { records: [{ id: 'r1', fields: { id: 'r1', ...fields } }] });

test('holds where the record reads what was sent', () => {
  expect(judged(payloadKept, [task, reading({ title: 'Call Zoë' })])).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by a changed member', () => {
  expect(judged(payloadKept, [task, reading({ title: 'Call ZoÃ«' })])).toMatchObject({
    kind: 'broken',
    findings: [{ expected: '/title reads "Call Zoë"', actual: 'it reads "Call ZoÃ«"', events: [3] }],
  });
});

test('is broken by a member that is missing', () => {
  expect(judged(payloadKept, [task, reading({})])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'it is missing' }],
  });
});

test('says nothing where no record was seen', () => {
  expect(judged(payloadKept, [task, observed('task', [])]).kind).toBe('unknown');
});
