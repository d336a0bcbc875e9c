import { expect, test } from 'vitest';
import type { Intent } from '../../../src/harness/model/contract.js';
import { intentEdits } from '../../../src/harness/run/intent-edits.js';

const keys = { fresh: (label: string) => `fresh ${label}` };
const intent: Intent = { field: '/deal', carried: true, repeat: 'same_record', differs: 'reject' };

test('an action has an intent of its own for each key', () => {
  expect(intentEdits({ intent }, keys, { key: 'k1' })).toEqual([
    { pointer: '/deal', value: 'fresh intent of k1' },
  ]);
  expect(intentEdits({ intent }, keys, { key: 'k2' })).not.toEqual(
    intentEdits({ intent }, keys, { key: 'k1' }),
  );
});

test('several actions share the intent that their plans name, whatever their keys', () => {
  const [one, other] = ['k1', 'k2'].map((key) => intentEdits({ intent }, keys, { key, intentOf: 'order' }));
  expect(one).toEqual([{ pointer: '/deal', value: 'fresh intent of order' }]);
  expect(other).toEqual(one);
});

test('where the sample does not carry an intent, only a plan that names one sends it', () => {
  const rare = { intent: { ...intent, carried: false } };
  expect(intentEdits(rare, keys, { key: 'k1' })).toEqual([]);
  expect(intentEdits(rare, keys, { key: 'k1', intentOf: 'order' })).toHaveLength(1);
});

test('without a second boundary nothing is changed', () => {
  expect(intentEdits({}, keys, { key: 'k1', intentOf: 'order' })).toEqual([]);
});
