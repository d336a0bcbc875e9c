import { expect, test } from 'vitest';
import { sameKeySameBytes } from '../../../src/harness/invariants/same-key-same-bytes.js';
import { createRequest, declared, judged, sent } from '../../support/history-builder.js';

const lost = { action: 'task', kind: 'unknown' } as const;

test('holds where the retry is the same request', () => {
  expect(judged(sameKeySameBytes, [declared('task'), sent('x1', 1, lost), sent('x2', 2, lost)])).toEqual({
    kind: 'holds',
    cases: 1,
  });
});

test('is broken by another key', () => {
  const request = createRequest('task', {
    headers: [
      ['content-type', 'application/json'],
      ['Idempotency-Key', 'a new one'],
    ],
  });
  const retry = sent('x2', 2, { ...lost, started: { request } });
  expect(judged(sameKeySameBytes, [declared('task'), sent('x1', 1, lost), retry])).toMatchObject({
    kind: 'broken',
    findings: [
      {
        sentence: 'A retry carried another key, so that the receiver cannot know it for the same action.',
        actual: 'a request that differs in header Idempotency-Key',
      },
    ],
  });
});

test('is broken by the same content spelled otherwise', () => {
  const request = createRequest('task', { body: '{ "title": "tw-task" }' });
  const retry = sent('x2', 2, { ...lost, started: { request } });
  expect(judged(sameKeySameBytes, [declared('task'), sent('x1', 1, lost), retry])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'a request that differs in its body' }],
  });
});

test('is broken by headers in another order', () => {
  const request = createRequest('task', { headers: createRequest('task').headers.toReversed() });
  const retry = sent('x2', 2, { ...lost, started: { request } });
  expect(judged(sameKeySameBytes, [declared('task'), sent('x1', 1, lost), retry])).toMatchObject({
    kind: 'broken',
    findings: [{ actual: 'a request that differs in the order of its headers' }],
  });
});

test('says nothing where each action was sent once', () => {
  expect(judged(sameKeySameBytes, [declared('task'), sent('x1', 1, lost)]).kind).toBe('unknown');
});
