import { expect, test } from 'vitest';
import { replayIsFaithful } from '../../../src/harness/invariants/replay-is-faithful.js';
import type { Claims } from '../../../src/harness/model/contract.js';
import type { OutcomeKind } from '../../../src/harness/model/outcome.js';
import { contractOf, create, declared, judged } from '../../support/history-builder.js';

const first = [declared('task'), ...create('x1', { action: 'task', kind: 'created', id: 'r1' })];
const retry = (kind: OutcomeKind, id: string | null, body?: string) =>
  create('x2', {
    action: 'task',
    kind,
    id,
    started: { role: 'retry' },
    ended: body === undefined ? {} : { answer: { kind: 'answered', status: 201, headers: json, body } },
  });
const json: readonly [string, string][] = [['content-type', 'application/json']];
const claiming = (replay: Claims['replay']) => ({
  contract: { claims: { ...contractOf().claims, replay } },
});

test('holds for the same answer, however its JSON is written', () => {
  const again = retry('replayed', 'r1', '{ "id": "r1" }');
  expect(judged(replayIsFaithful, [...first, again])).toEqual({ kind: 'holds', cases: 1 });
});

test('is broken by another status', () => {
  expect(judged(replayIsFaithful, [...first, retry('updated', 'r1')])).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'status 201', actual: 'status 200', events: [3, 4, 5, 6] }],
  });
});

test('is broken by another member, and names it', () => {
  expect(judged(replayIsFaithful, [...first, retry('replayed', 'r2')])).toMatchObject({
    kind: 'broken',
    findings: [{ expected: 'the first answer\'s id: "r1"', actual: 'id: "r2"' }],
  });
});

test.each([
  ['same_id', 'updated', 'r1', 'holds'],
  ['same_id', 'updated', 'r2', 'broken'],
  ['error_with_id', 'exists', 'r1', 'holds'],
  ['error_with_id', 'rejected', null, 'broken'],
  ['error_only', 'rejected', null, 'holds'],
  ['error_only', 'created', 'r1', 'broken'],
] as const)('under the claim %s a retry that is answered %s with %s: %s', (claim, kind, id, result) => {
  expect(judged(replayIsFaithful, [...first, retry(kind, id)], claiming(claim)).kind).toBe(result);
});

test('says nothing where no retry was answered', () => {
  expect(judged(replayIsFaithful, first).kind).toBe('unknown');
});
