import { expect, test } from 'vitest';
import { lateCountEqualsEarly } from '../../../src/harness/invariants/late-count-equals-early.js';
import { declared, judged, observed } from '../../support/history-builder.js';

const early = (ids: readonly string[]) => observed('task', ids, { when: 'early' });

test('holds where nothing is added after the answer', () => {
  expect(judged(lateCountEqualsEarly, [declared('task'), early(['r1']), observed('task', ['r1'])])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken by a record that appears later', () => {
  const history = [declared('task'), early(['r1']), observed('task', ['r1', 'r2'])];
  expect(judged(lateCountEqualsEarly, history)).toMatchObject({
    kind: 'broken',
    findings: [{ action: 'task', actual: '2 records after the settle time', events: [3, 4] }],
  });
});

test('says nothing where only one count was taken', () => {
  expect(judged(lateCountEqualsEarly, [declared('task'), observed('task', ['r1'])]).kind).toBe('unknown');
});
