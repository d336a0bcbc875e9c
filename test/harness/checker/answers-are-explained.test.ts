import { describe, expect, it } from 'vitest';
import { answersAreExplained } from '../../../src/harness/checker/answers-are-explained.js';
import type { Claims, Contract } from '../../../src/harness/model/contract.js';
import type { InvariantResult } from '../../../src/harness/model/invariant.js';
import {
  contractOf,
  create,
  createRequest,
  declared,
  exchangeStarted,
  judged,
  keyOf,
  lookedUp,
  observed,
  passed,
  type Happening,
} from '../../support/history-builder.js';

const task = declared('task');
const dayMs = 86_400_000;

function check(happenings: readonly Happening[], contract: Partial<Contract> = {}): InvariantResult {
  return judged(answersAreExplained, [task, ...happenings], { contract });
}

function claiming(claims: Partial<Claims>): Partial<Contract> {
  return { claims: { ...contractOf().claims, ...claims } };
}

/** The task's request with other content under its key. */
function clash(exchange: string, kind: 'mismatch' | 'created', id: string | null = null): Happening {
  const body = JSON.stringify({ title: 'another title' });
  return create(exchange, {
    action: 'task',
    kind,
    id,
    started: { role: 'clash', request: createRequest('task', { body }) },
  });
}

const created = create('x1', { action: 'task', kind: 'created', id: 'A' });
const replayed = create('x2', { action: 'task', kind: 'replayed', id: 'A' });
const createdAnew = create('x3', { action: 'task', kind: 'created', id: 'B' });
const lost = create('x4', { action: 'task', kind: 'unknown' });

describe('the checker as a judge of histories', () => {
  it('holds where one record was made, told again and counted, with a case for each key', () => {
    expect(check([created, replayed, clash('x9', 'mismatch'), observed('task', ['A'])])).toEqual({
      kind: 'holds',
      cases: 1,
    });
  });

  it('is broken where a key was answered with two records, and names both by their events', () => {
    expect(check([created, createdAnew])).toMatchObject({
      kind: 'broken',
      cases: 1,
      findings: [
        {
          attempt: 'one course',
          action: 'task',
          sentence: `Key ${keyOf('task')} was answered with two records, A at #4 and B at #6: no order of the exchanges explains that.`,
          events: [3, 4, 5, 6],
        },
      ],
    });
  });

  it.each<[string, readonly Happening[], Partial<Contract>?]>([
    ['nothing was heard of any key', [lost]],
    ['the contract heeds no key', [created, createdAnew], { mode: 'unguarded' }],
    ['overlapping creates may duplicate', [created, createdAnew], claiming({ in_flight: 'may_duplicate' })],
    [
      'no key can be read from the requests',
      [created, createdAnew],
      { key: { ...contractOf().key, name: 'Request-Id' } },
    ],
  ])('proves nothing where %s', (_, happenings, contract = {}) => {
    expect(check(happenings, contract).kind).toBe('unknown');
  });

  it('takes a look-up for another key with the same marker for what it is: none of the key that made the record', () => {
    const twin = declared('twin', { marker: task.marker });
    expect(check([twin, created, lookedUp('twin', null)]).kind).toBe('holds');
    expect(check([created, lookedUp('task', null)]).kind).toBe('broken');
  });

  it.each<[string, readonly Happening[], Partial<Contract>?]>([
    ['a lost request made the record', [lost, replayed, observed('task', ['A'])]],
    ['a lost request takes effect after it was looked for', [lost, lookedUp('task', null), replayed]],
    [
      'what a gateway answered is not the receiver’s word',
      [
        create('x5', {
          action: 'task',
          kind: 'throttled',
          ended: { applied: ['gateway-answer'] },
        }),
        replayed,
      ],
    ],
    [
      'a middlebox sent the request twice',
      [create('x5', { action: 'task', kind: 'replayed', id: 'A', ended: { applied: ['double'] } })],
    ],
    [
      'a create went on while its worker was dead',
      [exchangeStarted('x5', 'task', { by: 'sender' }), replayed],
    ],
    [
      'the same content was spelled otherwise, and taken for other content',
      [
        created,
        create('x5', {
          action: 'task',
          kind: 'mismatch',
          started: { request: createRequest('task', { body: '{ "title": "tw-task" }' }) },
        }),
      ],
    ],
    [
      'another tenant has a record under the same key',
      [
        created,
        create('x5', {
          action: 'task',
          kind: 'created',
          id: 'B',
          started: { credential: 'other_tenant', role: 'probe' },
        }),
      ],
    ],
    [
      'a request carried the key twice',
      [
        create('x5', {
          action: 'task',
          kind: 'created',
          id: 'B',
          started: {
            request: createRequest('task', {
              headers: [
                ['Idempotency-Key', keyOf('task')],
                ['Idempotency-Key', keyOf('task')],
              ],
            }),
          },
        }),
        created,
      ],
    ],
    [
      'two keys made a record each under one marker',
      [
        declared('other', { marker: 'tw-task' }),
        created,
        create('x5', { action: 'other', kind: 'created', id: 'B' }),
        observed('task', ['A', 'B']),
      ],
    ],
    [
      'the record was deleted, and then made anew',
      [
        created,
        exchangeStarted('x5', 'task', { purpose: 'delete' }),
        { type: 'delete-answered', action: 'task', exchange: 'x5', gone: true },
        observed('task', []),
        createdAnew,
      ],
    ],
    [
      'what was accepted turned out to be there when it was asked after',
      [
        create('x5', { action: 'task', kind: 'accepted' }),
        lookedUp('task', null),
        {
          type: 'acceptance-settled',
          action: 'task',
          by: 'runner',
          accepted: 'x5',
          exchange: 'x6',
          outcome: { kind: 'created', id: 'A', retryAfterMs: null, rule: 'poll/0' },
        },
      ],
    ],
    ['the window was over', [created, passed(dayMs), createdAnew]],
    [
      'other content is an action of its own',
      [created, clash('x5', 'created', 'B'), observed('task', ['A', 'B'])],
      claiming({ mismatch: 'new_record' }),
    ],
    [
      'other content is written over the record',
      [created, clash('x5', 'created', 'A')],
      claiming({ mismatch: 'update' }),
    ],
    [
      'a look-up may be behind for a while',
      [created, lookedUp('task', null), passed(1_000), lookedUp('task', 'A')],
      { consistency: { kind: 'eventual', settleMs: 1_000, pollMs: 100 } },
    ],
    [
      'nobody says what becomes of other content',
      [created, clash('x5', 'created', 'B'), replayed, observed('task', ['A', 'B'])],
      claiming({ mismatch: 'undocumented' }),
    ],
    [
      'a record of that name is there, whatever its content',
      [created, clash('x5', 'created', 'A')],
      { mode: 'insert_only' },
    ],
    [
      'a failure used the key up',
      [create('x5', { action: 'task', kind: 'exists' }), observed('task', [])],
      claiming({ failures: 'burnt', replay: 'error_only' }),
    ],
    [
      'a key made records with two markers, one after the other',
      [
        created,
        passed(dayMs),
        declared('anew', { key: keyOf('task') }),
        create('x5', {
          action: 'anew',
          kind: 'created',
          id: 'B',
          started: { request: createRequest('task') },
        }),
        observed('task', ['A']),
        observed('anew', ['B']),
      ],
    ],
    ['a count could not be finished', [created, observed('task', [], { complete: false })]],
  ])('holds where %s', (_, happenings, contract = {}) => {
    expect(check(happenings, contract)).toMatchObject({ kind: 'holds' });
  });

  it.each<[string, readonly Happening[], Partial<Contract>?]>([
    ['within the window', [created, passed(dayMs - 1_000), createdAnew]],
    [
      'whatever the time, where an expired key is refused',
      [created, passed(dayMs), createdAnew],
      claiming({ after_expiry: 'refuse' }),
    ],
    [
      'whatever the time, where a key is kept with its record',
      [created, passed(dayMs), createdAnew],
      { retention: { kind: 'record', ms: null } },
    ],
    [
      'within a minute, where no window is stated',
      [created, passed(50_000), createdAnew],
      { retention: { kind: 'undocumented', ms: null } },
    ],
    ['in a count', [created, observed('task', ['A', 'B'])]],
    ['in a look-up', [created, lookedUp('task', 'B')]],
    [
      'after the time that a look-up may be behind',
      [created, passed(1_001), lookedUp('task', null)],
      { consistency: { kind: 'eventual', settleMs: 1_000, pollMs: 100 } },
    ],
    [
      'under a key in the body',
      [created, createdAnew],
      { key: { ...contractOf().key, in: 'body', name: '/title' } },
    ],
    [
      'under a key in the path',
      [created, createdAnew],
      { key: { ...contractOf().key, in: 'path', name: null } },
    ],
    ['said to be there before anything was sent', [replayed]],
    [
      'said to be made twice, where a replay is an error',
      [created, create('x5', { action: 'task', kind: 'created', id: 'A' })],
      claiming({ replay: 'error_with_id' }),
    ],
  ])('is broken by a record too many or too few %s', (_, happenings, contract = {}) => {
    expect(check(happenings, contract)).toMatchObject({ kind: 'broken' });
  });
});
