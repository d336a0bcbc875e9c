import type { Contract } from '../../src/harness/model/contract.js';
import type { EventBody, HistoryEvent } from '../../src/harness/model/event.js';
import type { SenderPolicy } from '../../src/harness/model/sender-policy.js';
import type { RowFacts } from '../../src/harness/model/outbox-row.js';
import type { Answer, PreparedRequest } from '../../src/harness/model/exchange.js';
import { viewHistory, type HistoryView } from '../../src/harness/model/history-view.js';
import type { Invariant, InvariantResult } from '../../src/harness/model/invariant.js';
import type { OutcomeKind } from '../../src/harness/model/outcome.js';
import { genesis, sealEvent } from '../../src/harness/run/chain.js';

export type Body<Type extends EventBody['type']> = Extract<EventBody, { readonly type: Type }>;

/** An event, or several that belong together. */
export type Happening = EventBody | readonly EventBody[];

/** How a history begins, where it matters. */
export interface Opening {
  readonly contract?: Partial<Contract>;
  readonly policy?: Partial<SenderPolicy>;
  readonly clock?: 'virtual' | 'real';
}

/** When every built history begins, milliseconds since the epoch. */
export const startMs = Date.UTC(2026, 0, 1);

/**
 * A sealed history of one try named `one course`. The clock moves by `time-passed.ms` and `exchange-ended.ms`
 * alone, each before its event is stamped; all else happens in the same millisecond.
 */
export function historyOf(happenings: readonly Happening[], opening: Opening = {}): HistoryView {
  return historyOfTries({ 'one course': happenings }, opening);
}

/** The same for several tries, in the order of the members. */
export function historyOfTries(
  tries: Readonly<Record<string, readonly Happening[]>>,
  opening: Opening = {},
): HistoryView {
  const policy = policyOf(opening.policy);
  const bodies = Object.entries(tries).flatMap(([name, happenings]): readonly EventBody[] => [
    { type: 'try-started', try: name, faults: [], policy },
    ...happenings.flat(),
    { type: 'try-ended', try: name },
  ]);
  return viewHistory(sealed([historyOpened(opening), ...bodies]));
}

/** What an invariant says of a history of one try. */
export function judged(
  invariant: Invariant,
  happenings: readonly Happening[],
  opening: Opening = {},
): InvariantResult {
  const history = historyOf(happenings, opening);
  return invariant.check(history, history.contract);
}

/** Events as they stand on disk: numbered, stamped, chained, closed. */
export function sealed(bodies: readonly EventBody[]): readonly HistoryEvent[] {
  const events: HistoryEvent[] = [];
  let at = startMs;
  const add = (body: EventBody): void => {
    if (body.type === 'time-passed' || body.type === 'exchange-ended') at += body.ms;
    events.push(
      sealEvent(body, { seq: events.length, at, previous: events.at(-1)?.digest ?? genesis }).event,
    );
  };
  for (const body of bodies) add(body);
  add({ type: 'history-closed', events: events.length });
  return events;
}

export function historyOpened(opening: Opening = {}): Body<'history-opened'> {
  return {
    type: 'history-opened',
    format: 1,
    scenario: 'replay/same-record',
    run: 'run1',
    seed: 1,
    target: 'bundled receiver',
    plane: 'msw',
    clock: opening.clock ?? 'virtual',
    contract: contractOf(opening.contract),
    offers: ['observe', 'lookup', 'fetch'],
    policy: policyOf(opening.policy),
  };
}

/** A contract as a receiver with keys would state it. */
export function contractOf(differs: Partial<Contract> = {}): Contract {
  return {
    name: 'bundled receiver',
    mode: 'key',
    key: { in: 'header', name: 'Idempotency-Key', make: 'uuid4', max: 255, chars: null },
    retention: { kind: 'exact', ms: 86_400_000 },
    scope: ['tenant', 'operation'],
    claims: {
      replay: 'same_response',
      mismatch: 'reject',
      in_flight: 'reject',
      failures: '2xx_only',
      missing_key: 'reject',
      after_expiry: 'new_record',
    },
    consistency: { kind: 'immediate', settleMs: 1_000, pollMs: 100 },
    fields: { text: { pointer: '/title', max: 200 } },
    kept: [{ sent: '/title', read: '/title' }],
    vary: { pointer: '/title', value: 'another title' },
    invalid: { pointer: '/title' },
    promises: [],
    unconfirmed: [],
    limits: { creates: 10_000, perSecond: 1_000, parallel: 50, timeoutMs: 2_000, load: null },
    sources: [],
    ...differs,
  };
}

/** A policy as the runner would derive it for that contract. */
export function policyOf(differs: Partial<SenderPolicy> = {}): SenderPolicy {
  return {
    retry: 'same-key',
    maxAttempts: 5,
    deadlineMs: 604_800_000,
    leaseMs: 3_000,
    timeoutMs: 2_000,
    backoff: { baseMs: 500, mostMs: 60_000 },
    windowMs: 86_400_000,
    longestKey: 255,
    longestBody: 1_048_576,
    ...differs,
  };
}

/** An action enters the history; its key is `key of NAME`, its marker `tw-NAME`. */
export function declared(
  action: string,
  more: Partial<Body<'action-declared'>> = {},
): Body<'action-declared'> {
  return {
    type: 'action-declared',
    action,
    key: keyOf(action),
    marker: `tw-${action}`,
    payload: { title: `tw-${action}` },
    ...more,
  };
}

export function keyOf(action: string): string {
  return `key of ${action}`;
}

/** The request that creates an action's record, as the adapter would prepare it. */
export function createRequest(action: string, more: Partial<PreparedRequest> = {}): PreparedRequest {
  return {
    method: 'POST',
    path: '/tasks',
    headers: [
      ['content-type', 'application/json'],
      ['Idempotency-Key', keyOf(action)],
    ],
    body: JSON.stringify({ title: `tw-${action}` }),
    ...more,
  };
}

/** What a create came to, in the words that a test needs; `started` and `ended` change the events themselves. */
export interface Create {
  readonly action: string;
  readonly kind: OutcomeKind;
  readonly id?: string | null;
  readonly retryAfterMs?: number | null;
  readonly ms?: number;
  readonly started?: Partial<Body<'exchange-started'>>;
  readonly ended?: Partial<Body<'exchange-ended'>>;
}

/** A create exchange, both of its ends; by the runner as a first send unless `started` says otherwise. */
export function create(exchange: string, what: Create): readonly EventBody[] {
  return [exchangeStarted(exchange, what.action, what.started), createEnded(exchange, what)];
}

export function exchangeStarted(
  exchange: string,
  action: string | null,
  more: Partial<Body<'exchange-started'>> = {},
): Body<'exchange-started'> {
  return {
    type: 'exchange-started',
    exchange,
    purpose: 'create',
    by: 'runner',
    worker: null,
    action,
    credential: 'main',
    request: createRequest(action ?? 'nothing'),
    effects: [],
    role: more.by === 'sender' || (more.purpose ?? 'create') !== 'create' ? null : 'first',
    expect: null,
    fence: null,
    leaseUntil: null,
    ...more,
  };
}

export function createEnded(exchange: string, what: Create): Body<'exchange-ended'> {
  const { kind, id = null, retryAfterMs = null, ms = 5, ended } = what;
  return {
    type: 'exchange-ended',
    exchange,
    answer: answerOf(kind, id),
    outcome: { kind, id, retryAfterMs, rule: 'outcomes/0' },
    delivered: 'whole',
    applied: [],
    hidden: [],
    ms,
    ...ended,
  };
}

const statuses: Readonly<Partial<Record<OutcomeKind, number>>> = {
  created: 201,
  replayed: 201,
  exists: 409,
  updated: 200,
  accepted: 202,
  'in-flight': 409,
  mismatch: 422,
  throttled: 429,
  rejected: 400,
};

/** An answer that reads as that outcome; `unknown` is a reply that was lost on a time limit. */
export function answerOf(kind: OutcomeKind, id: string | null = null): Answer {
  if (kind === 'unknown') return { kind: 'lost', how: 'timeout', detail: 'no answer within 2000 ms' };
  return {
    kind: 'answered',
    status: statuses[kind] ?? 400,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(id === null ? { code: kind } : { id }),
  };
}

/** A count of an action's records, late unless said otherwise. */
export function observed(
  action: string,
  ids: readonly string[],
  more: Partial<Body<'observed'>> = {},
): Body<'observed'> {
  return {
    type: 'observed',
    action,
    marker: `tw-${action}`,
    credential: 'main',
    when: 'late',
    records: ids.map((id) => ({ id, fields: { id, title: `tw-${action}` } })),
    complete: true,
    trouble: null,
    count: null,
    reads: [],
    ...more,
  };
}

/** A look-up by the runner, found when an id is given. */
export function lookedUp(
  action: string,
  id: string | null,
  more: Partial<Body<'looked-up'>> = {},
): Body<'looked-up'> {
  return {
    type: 'looked-up',
    by: 'runner',
    action,
    credential: 'main',
    exchange: `look-up of ${action}`,
    finding: id === null ? { kind: 'absent' } : { kind: 'found', id, fields: { id } },
    expect: null,
    afterMs: 0,
    ...more,
  };
}

export function fetched(action: string, id: string, more: Partial<Body<'fetched'>> = {}): Body<'fetched'> {
  return {
    type: 'fetched',
    action,
    id,
    credential: 'main',
    exchange: `fetch of ${id}`,
    finding: { kind: 'found', id, fields: { id } },
    expect: null,
    ...more,
  };
}

/** An update of an action's title that was decided on a version, by the runner. */
export function updated(
  action: string,
  version: string,
  value: string,
  more: Partial<Omit<Body<'update-answered'>, 'outcome'>> & { readonly kind?: OutcomeKind } = {},
): Body<'update-answered'> {
  const { kind = 'updated', ...event } = more;
  return {
    type: 'update-answered',
    action,
    exchange: `update of ${action}`,
    version,
    pointer: '/title',
    value,
    outcome: { kind, id: null, retryAfterMs: null, rule: 'update/outcomes/0' },
    expect: null,
    ...event,
  };
}

export function passed(ms: number, why: Body<'time-passed'>['why'] = 'wait'): Body<'time-passed'> {
  return { type: 'time-passed', ms, why };
}

/* the sender's ledger */

/** A pending row of an action, before any attempt. */
export function row(action: string, more: Partial<RowFacts> = {}): RowFacts {
  return {
    action,
    key: keyOf(action),
    state: 'pending',
    attempts: 0,
    remoteId: null,
    fence: 0,
    leaseUntil: null,
    reason: null,
    ...more,
  };
}

export function approved(
  action: string,
  more: Partial<Body<'approval-recorded'>> = {},
): Body<'approval-recorded'> {
  return {
    type: 'approval-recorded',
    action,
    key: keyOf(action),
    payloadHash: `hash of ${action}`,
    expiresAt: null,
    ...more,
  };
}

/** A worker takes a row: the `attempt`th time, under a fence of that number. */
export function claimed(
  action: string,
  attempt: number,
  more: Partial<Body<'row-claimed'>> & { readonly facts?: Partial<RowFacts> } = {},
): Body<'row-claimed'> {
  const { facts, ...event } = more;
  return {
    type: 'row-claimed',
    worker: 'worker-1',
    row: row(action, {
      state: 'processing',
      attempts: attempt,
      fence: attempt,
      leaseUntil: startMs + 3_000,
      ...facts,
    }),
    takenOver: false,
    ...event,
  };
}

/** A create by the sender's worker under the claim of that number. */
export function sent(exchange: string, attempt: number, what: Create): readonly EventBody[] {
  return create(exchange, {
    ...what,
    started: {
      by: 'sender',
      role: null,
      worker: 'worker-1',
      fence: attempt,
      leaseUntil: startMs + 3_000,
      ...what.started,
    },
  });
}

/** What a worker (or, with `worker: null`, an operator) wrote into a row. */
export function recorded(
  action: string,
  facts: Partial<RowFacts>,
  more: Partial<Body<'row-recorded'>> = {},
): Body<'row-recorded'> {
  return {
    type: 'row-recorded',
    worker: 'worker-1',
    from: 'processing',
    row: row(action, { attempts: 1, fence: 1, ...facts }),
    nextAt: null,
    exchange: null,
    outcome: null,
    ...more,
  };
}

/** An operator gives a blocked action a new budget; `result` says otherwise where the act changed nothing. */
export function unblocked(
  action: string,
  more: Partial<Body<'operator-acted'>> = {},
): Body<'operator-acted'> {
  return {
    type: 'operator-acted',
    act: 'unblock',
    action,
    who: 'operator',
    why: 'the receiver is back',
    result: 'unblocked',
    ...more,
  };
}

/** The ledger as it stands when the try ends; every row has its approval unless said otherwise. */
export function counted(
  rows: readonly RowFacts[],
  approvals: readonly string[] = rows.map(({ key }) => key),
): Body<'ledger-counted'> {
  return { type: 'ledger-counted', rows, approvals };
}

/** Worker 1, killed at some moment of its work on an action, whatever it was doing. */
export function killedAtSomeMoment(action: string): Body<'worker-crashed'> {
  return { type: 'worker-crashed', worker: 'worker-1', point: null, afterMs: 9, action };
}
