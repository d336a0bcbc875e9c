import { expect, test } from 'vitest';
import { intentContentStands } from '../../../src/harness/invariants/intent-content-stands.js';
import type { Intent } from '../../../src/harness/model/contract.js';
import type { OutcomeKind } from '../../../src/harness/model/outcome.js';
import {
  create,
  createEnded,
  exchangeStarted,
  judged,
  observed,
  type Create,
} from '../../support/history-builder.js';
import { intending, orders } from './intent-events.js';

type Answers = readonly [order: OutcomeKind, again: OutcomeKind];

function told(action: 'order' | 'again', kind: OutcomeKind): Create {
  return { action, kind, id: 'r1' };
}

const reading = (title: string) => observed('order', [], { records: [{ id: 'r1', fields: { title } }] });

/** One after the other; then the record reads that title. */
function inTurn(differs: Intent['differs'], [order, again]: Answers, title: string) {
  const happenings = [
    ...orders,
    create('e1', told('order', order)),
    create('e2', told('again', again)),
    reading(title),
  ];
  return judged(intentContentStands, happenings, { contract: intending(differs) }).kind;
}

/** Both under way at once; then the record reads that title. */
function raced(differs: Intent['differs'], [order, again]: Answers, title: string) {
  const happenings = [
    ...orders,
    exchangeStarted('e1', 'order'),
    exchangeStarted('e2', 'again'),
    createEnded('e1', told('order', order)),
    createEnded('e2', told('again', again)),
    reading(title),
  ];
  return judged(intentContentStands, happenings, { contract: intending(differs) }).kind;
}

test('where other content is refused, all that was acknowledged is what the record reads', () => {
  expect(inTurn('reject', ['created', 'mismatch'], 'first')).toBe('holds');
  expect(inTurn('reject', ['created', 'exists'], 'first')).toBe('holds');
  expect(inTurn('reject', ['created', 'mismatch'], 'other')).toBe('broken');
  expect(inTurn('reject', ['created', 'replayed'], 'first')).toBe('broken');
  expect(raced('reject', ['mismatch', 'created'], 'other')).toBe('holds');
  expect(raced('reject', ['created', 'created'], 'other')).toBe('broken');
});

test('where other content is answered with the record, what came first stands', () => {
  expect(inTurn('same_record', ['created', 'replayed'], 'first')).toBe('holds');
  expect(inTurn('same_record', ['created', 'replayed'], 'other')).toBe('broken');
  expect(raced('same_record', ['created', 'replayed'], 'other')).toBe('holds');
  expect(raced('same_record', ['created', 'replayed'], 'neither')).toBe('broken');
});

test('where other content updates, what came last stands', () => {
  expect(inTurn('update', ['created', 'updated'], 'other')).toBe('holds');
  expect(inTurn('update', ['created', 'updated'], 'first')).toBe('broken');
  expect(raced('update', ['created', 'updated'], 'first')).toBe('holds');
});

test('where nothing is claimed, the record reads one of the contents', () => {
  expect(inTurn('undocumented', ['created', 'replayed'], 'other')).toBe('holds');
  expect(inTurn('undocumented', ['created', 'replayed'], 'neither')).toBe('broken');
});

test('tells whose content is not there, and what stands in its place', () => {
  const happenings = [...orders, create('e1', told('order', 'created')), reading('other')];
  expect(judged(intentContentStands, happenings, { contract: intending('reject') })).toMatchObject({
    findings: [
      { action: 'order', actual: '/title of r1 reads "other", acknowledged was "first"', events: [5, 6, 7] },
    ],
  });
});

test('says nothing where nobody was told "done", or nothing was counted', () => {
  expect(inTurn('reject', ['unknown', 'mismatch'], 'other')).toBe('unknown');
  const uncounted = [...orders, create('e1', told('order', 'created'))];
  expect(judged(intentContentStands, uncounted, { contract: intending('reject') }).kind).toBe('unknown');
});
