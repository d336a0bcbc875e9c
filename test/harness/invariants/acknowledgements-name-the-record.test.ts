import { expect, test } from 'vitest';
import { acknowledgementsNameTheRecord } from '../../../src/harness/invariants/acknowledgements-name-the-record.js';
import { create, declared, judged, lookedUp } from '../../support/history-builder.js';

const nameless = create('x1', { action: 'task', kind: 'created' });

test('holds where the acknowledgement carries an id', () => {
  const named = create('x1', { action: 'task', kind: 'created', id: 'r1' });
  expect(judged(acknowledgementsNameTheRecord, [declared('task'), named])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('holds where a look-up gives the id that the answer does not', () => {
  expect(judged(acknowledgementsNameTheRecord, [declared('task'), nameless, lookedUp('task', 'r1')])).toEqual(
    {
      kind: 'holds',
      cases: 1,
    },
  );
});

test('is broken by an acknowledgement of nothing in particular', () => {
  expect(judged(acknowledgementsNameTheRecord, [declared('task'), nameless])).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', actual: 'created (status 201), without an id', events: [3, 4] }],
  });
});

test('says nothing where nothing was acknowledged', () => {
  const refused = create('x1', { action: 'task', kind: 'rejected' });
  expect(judged(acknowledgementsNameTheRecord, [declared('task'), refused]).kind).toBe('unknown');
});
