import { expect, test } from 'vitest';
import { recordsReadAsPromised } from '../../../src/harness/invariants/records-read-as-promised.js';
import { declared, judged, observed } from '../../support/history-builder.js';

const reads = [{ pointer: '/title', value: 'edited' }];
const reading = (title: string) =>
  observed('task', [], { reads, records: [{ id: 'r1', fields: { id: 'r1', title } }] });

test('holds where the edit stands', () => {
  expect(judged(recordsReadAsPromised, [declared('task'), reading('edited')])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken where the edit was overwritten', () => {
  expect(judged(recordsReadAsPromised, [declared('task'), reading('as before')])).toMatchObject({
    kind: 'broken',
    findings: [{ expected: '/title of r1 reads "edited"', actual: 'it reads "as before"', events: [3] }],
  });
});

test('says nothing where there is no record to read', () => {
  expect(judged(recordsReadAsPromised, [declared('task'), observed('task', [], { reads })]).kind).toBe(
    'unknown',
  );
});
