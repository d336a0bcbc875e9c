import { expect, test } from 'vitest';
import { lookUpsAsPromised } from '../../../src/harness/invariants/look-ups-as-promised.js';
import { create, declared, judged, lookedUp } from '../../support/history-builder.js';

const made = [declared('task'), ...create('x1', { action: 'task', kind: 'created', id: 'r1' })];

test('holds where look-ups say what is so', () => {
  const refused = lookedUp('task', null, {
    credential: 'refused',
    expect: 'trouble',
    finding: { kind: 'trouble', why: 'status 401' },
  });
  const never = [declared('never'), lookedUp('never', null, { expect: 'absent' })];
  const history = [...made, lookedUp('task', 'r1', { expect: 'found' }), refused, ...never];
  expect(judged(lookUpsAsPromised, history)).toEqual({ kind: 'holds', cases: 3 });
});

test.each([
  ['what was done is absent', lookedUp('task', null, { expect: 'found' }), /not done although it was/],
  ['another record is found', lookedUp('task', 'r2', { expect: 'found' }), /one record of the action/],
  [
    'a refused look-up reads as absent',
    lookedUp('task', null, { expect: 'trouble' }),
    /take that for the truth/,
  ],
  ['what was never sent is found', lookedUp('task', 'r1', { expect: 'absent' }), /never sent/],
])('is broken where %s', (_, look, sentence) => {
  expect(judged(lookUpsAsPromised, [...made, look])).toMatchObject({
    kind: 'broken',
    findings: [{ sentence: expect.stringMatching(sentence), events: [5] }],
  });
});

test('says nothing of a look-up without a promise', () => {
  expect(judged(lookUpsAsPromised, [...made, lookedUp('task', 'r1')]).kind).toBe('unknown');
});
