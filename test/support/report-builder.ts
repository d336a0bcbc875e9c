import { loadTimes } from './load-times.js';
import {
  baselineStates,
  type Baseline,
  type Entry,
  type Finding,
  type Report,
  type TimelineEvent,
} from '../../src/harness/model/report.js';

const digest = (sign: string): string => sign.repeat(64);

/** An event of a timeline; plain and without a raw text unless told otherwise. */
export function sampleEvent(parts: Partial<TimelineEvent> & { readonly seq: number }): TimelineEvent {
  return { ms: parts.seq * 10, lane: 'sender', to: null, text: 'acted', mark: 'plain', raw: '', ...parts };
}

const request = [
  'POST /api/tasks HTTP/1.1',
  'content-type: application/json',
  'idempotency-key: harbor:create-followup:v1:case-104',
  'authorization: [redacted]',
  '',
  '{"title":"Call Ms Ōta <back>","note":"tw-5f21c0"}',
].join('\n');

const lostReply: readonly TimelineEvent[] = [
  sampleEvent({ seq: 4, ms: 0, lane: 'ledger', text: 'action a1 approved and written to the outbox' }),
  sampleEvent({
    seq: 6,
    ms: 2,
    lane: 'sender',
    to: 'receiver',
    text: 'POST /api/tasks, first attempt',
    raw: request,
  }),
  sampleEvent({
    seq: 7,
    ms: 31,
    lane: 'receiver',
    text: 'record 8801 saved',
    raw: 'HTTP/1.1 201 Created\ncontent-type: application/json\n\n{"id":"8801"}',
  }),
  sampleEvent({
    seq: 8,
    ms: 33,
    lane: 'wire',
    to: 'sender',
    text: 'reply held past the sender’s limit of 2,000 ms',
    mark: 'fault',
  }),
  sampleEvent({
    seq: 9,
    ms: 2_004,
    lane: 'ledger',
    text: 'row a1: processing → unknown (no answer in time)',
  }),
  sampleEvent({
    seq: 11,
    ms: 2_950,
    lane: 'sender',
    to: 'receiver',
    text: 'POST /api/tasks again: same key, same bytes',
    raw: request,
  }),
  sampleEvent({
    seq: 12,
    ms: 2_981,
    lane: 'receiver',
    to: 'sender',
    text: '201 Created, id 8802',
    mark: 'contradiction',
    raw: 'HTTP/1.1 201 Created\ncontent-type: application/json\n\n{"id":"8802"}',
  }),
  sampleEvent({ seq: 13, ms: 2_983, lane: 'ledger', text: 'row a1: unknown → sent, id 8802' }),
  sampleEvent({
    seq: 17,
    ms: 5_102,
    lane: 'receiver',
    text: 'late count by marker tw-5f21c0: 2 records (8801, 8802)',
    mark: 'contradiction',
    raw: '[{"id":"8801","title":"Call Ms Ōta <back>"},{"id":"8802","title":"Call Ms Ōta <back>"}]',
  }),
];

/** A finding that a retried create made a second record. */
export function sampleFinding(parts: Partial<Finding> = {}): Finding {
  return {
    invariant: 'one-action-one-record',
    about: 'effect',
    try: 'reply held',
    action: 'a1',
    sentence:
      'The sender asked once for a follow-up task, heard nothing, asked again, and the customer now has two.',
    expected: 'one record carrying marker tw-5f21c0',
    actual: 'two records: 8801 and 8802',
    events: [6, 8, 11, 12, 17],
    timeline: lostReply,
    folded: 3,
    curl: [
      `curl -sS -X POST "$TARGET/api/tasks" -H 'idempotency-key: harbor:create-followup:v1:case-104' -H "authorization: $TOKEN" --data-binary @a1.json --max-time 2`,
      `curl -sS -X POST "$TARGET/api/tasks" -H 'idempotency-key: harbor:create-followup:v1:case-104' -H "authorization: $TOKEN" --data-binary @a1.json`,
      `curl -sS "$TARGET/api/tasks?note=tw-5f21c0" -H "authorization: $TOKEN"`,
    ],
    ...parts,
  };
}

/** A requirement that passed, unless told otherwise. */
export function sampleEntry(parts: Partial<Entry> & { readonly id: string }): Entry {
  return {
    family: parts.id.split('/')[0] ?? '',
    title: 'A create makes one record and names it',
    level: 'MUST',
    verdict: 'pass',
    why: '',
    effect: 'holds',
    answer: 'holds',
    sender: 'not-judged',
    cases: 12,
    findings: [],
    moreFindings: 0,
    risk: '',
    usualCause: '',
    remedy: '',
    holdsWhen: '',
    observations: [],
    leftOut: [],
    history: { file: `histories/${parts.id.replace('/', '--')}.jsonl`, events: 44, head: digest('c') },
    replay: `twiceshy replay report.json ${parts.id}`,
    ...parts,
  };
}

const untouched = { effect: 'not-judged', answer: 'not-judged', cases: 0, history: null } as const;

const entries: readonly Entry[] = [
  sampleEntry({ id: 'acceptance/creates-and-names-record' }),
  sampleEntry({
    id: 'acceptance/keeps-payload',
    title: 'Every kept field reads back as it was sent',
    cases: 24,
    leftOut: [{ try: 'longest title', needs: ['longest title declared'] }],
  }),
  sampleEntry({
    id: 'replay/same-record',
    title: 'The same action told three times is one record',
    cases: 9,
  }),
  sampleEntry({
    id: 'replay/marked',
    title: 'A replay can be told from a first run',
    level: 'SURVEY',
    effect: 'not-judged',
    cases: 2,
    observations: [
      { claim: 'how a replay is marked', observed: 'header idempotency-replayed: true' },
      { claim: 'status of a replay', observed: '200 after 201' },
    ],
  }),
  sampleEntry({
    id: 'lost-reply/timeout',
    title: 'A reply that comes too late does not make a second record',
    verdict: 'fail',
    effect: 'broken',
    sender: 'holds',
    cases: 6,
    findings: [sampleFinding()],
    moreFindings: 2,
    risk: 'A customer is called twice, an order is placed twice, and nobody sees it until the customer complains.',
    usualCause:
      'The key is stored only after the reply was written, so a client that has left leaves nothing to find.',
    remedy: 'Write the key and the record in one transaction, before the first byte of the reply.',
    holdsWhen: 'After the retry there is one record with the marker, and the retry teaches its id.',
  }),
  sampleEntry({
    id: 'lost-reply/reset-after-request',
    title: 'A connection reset after the request does not make a second record',
    verdict: 'not-exercised',
    why: 'needs the wire plane, which this run did not have',
    ...untouched,
  }),
  sampleEntry({
    id: 'conflict/no-second-effect',
    title: 'The same key with another content has no second effect',
    verdict: 'blocked',
    why: 'depends on lost-reply/timeout, which failed',
    ...untouched,
  }),
  sampleEntry({
    id: 'concurrency/one-effect',
    title: 'Copies released together make one record',
    verdict: 'inconclusive',
    why: 'the requests did not overlap: 1 of 20 was under way at once',
    effect: 'not-judged',
    answer: 'not-judged',
    cases: 0,
  }),
  sampleEntry({
    id: 'concurrency/losers-told-clearly',
    title: 'The losers of a race are told something they can act on',
    level: 'SHOULD',
    verdict: 'fail',
    effect: 'not-judged',
    answer: 'broken',
    cases: 38,
    findings: [
      sampleFinding({
        invariant: 'losers-are-told',
        about: 'answer',
        try: 'eight together',
        action: 'a4',
        sentence: 'Seven of eight workers that sent the same action at once were answered 500.',
        expected: 'replayed, exists, in flight or throttled',
        actual: '500 with an empty body, seven times',
        events: [31, 33],
        timeline: [
          sampleEvent({
            seq: 31,
            ms: 0,
            lane: 'sender',
            to: 'receiver',
            text: 'eight copies, last byte released together',
          }),
          sampleEvent({ seq: 32, ms: 18, lane: 'receiver', to: 'sender', text: '201 Created, id 9104' }),
          sampleEvent({
            seq: 33,
            ms: 19,
            lane: 'receiver',
            to: 'sender',
            text: '500 Internal Server Error, seven times',
            mark: 'contradiction',
            raw: 'HTTP/1.1 500 Internal Server Error\ncontent-length: 0\n\n',
          }),
        ],
        folded: 0,
        curl: [],
      }),
    ],
    risk: 'Workers take a lost race for an outage, alarm somebody, and retry harder.',
    usualCause: 'The unique constraint fires and nobody catches it.',
    remedy: 'Catch the constraint and answer with the winner’s record, or 409 with a hint when to come back.',
    holdsWhen: 'No loser gets a 5xx.',
  }),
  sampleEntry({
    id: 'retention/held-in-window',
    title: 'A retry inside the claimed window is still known',
    verdict: 'kit-error',
    why: 'the kit failed: the virtual clock was moved backwards',
    ...untouched,
  }),
  sampleEntry({
    id: 'sender/final-is-final',
    title: 'No row leaves sent or failed',
    effect: 'not-judged',
    answer: 'not-judged',
    sender: 'holds',
    cases: 31,
  }),
];

const sample: Report = {
  formatVersion: 1,
  kit: { name: 'twiceshy', version: '0.1.0' },
  target: {
    name: 'Harbor CRM',
    version: '14.2',
    address: 'http://127.0.0.1:4010',
    mode: 'key',
    plane: 'msw-plane',
    clock: 'virtual',
    flaw: 'claim-freed-on-disconnect',
  },
  requirements: { set: 11, digest: digest('a') },
  seed: 104,
  run: 'run-2b7e',
  effort: 'standard',
  strict: false,
  startedAt: '2026-03-14T09:26:53.000Z',
  durationMs: 94_210,
  complete: true,
  gone: null,
  baseline: null,
  conclusion: {
    exit: 1,
    sentence: 'Harbor CRM does not conform: 1 MUST requirement failed (lost-reply/timeout).',
  },
  grade: {
    reached: 'reconcile-first',
    required: 'retry-safe',
    because: [
      { requirement: 'lost-reply/timeout', reason: 'a blind retry after a lost reply made a second record' },
      { requirement: 'lookup/finds-action', reason: 'every look-up found the record within 40 ms' },
      { requirement: null, reason: 'connection resets and restarts were not exercised' },
    ],
    policy: {
      retry: 'lookup-first',
      windowMs: 86_400_000,
      absentAfterMs: 12_000,
      perKeyParallelism: 1,
      stopOn: ['mismatch', 'rejected', 'ambiguous'],
      text: [
        'After an unknown outcome, look the record up before sending again.',
        'Send one request at a time for each key.',
        'Stop and ask an operator on mismatch, rejected or ambiguous.',
      ],
    },
    proof: {
      verdict: 'proven',
      cases: 20,
      against: [],
      notCovered: ['a request that is doubled on the way: it is done twice'],
      text: [
        'Policy proven: the sender was run with it under faults, 20 cases, no duplicate and nothing lost.',
        'Not covered: a request that is doubled on the way: it is done twice.',
      ],
    },
  },
  contract: [
    {
      claim: 'replay',
      declared: 'same_response',
      observed: 'same_id, with status 200 after 201',
      agrees: 'differs',
      fits: ['same_id'],
      between: null,
      cases: 3,
      seenIn: ['replay/same-record', 'replay/marked'],
    },
    {
      claim: 'mismatch',
      declared: 'reject',
      observed: 'reject',
      agrees: 'agrees',
      fits: ['reject'],
      between: null,
      cases: 2,
      seenIn: ['conflict/refused'],
    },
    {
      claim: 'in_flight',
      declared: 'undocumented',
      observed: 'reject',
      agrees: 'not claimed',
      fits: ['reject'],
      between: null,
      cases: 1,
      seenIn: ['concurrency/one-effect'],
    },
    {
      claim: 'retention',
      declared: 'exact, 24 hours',
      observed: 'held at 12 hours, gone at 25 hours',
      agrees: 'agrees',
      fits: [],
      between: { atLeastMs: 43_200_000, atMostMs: 90_000_000 },
      cases: 2,
      seenIn: ['retention/held-in-window', 'retention/after-expiry'],
    },
    {
      claim: 'consistency',
      declared: 'immediate',
      observed: 'not exercised',
      agrees: 'not exercised',
      fits: [],
      between: null,
      cases: 0,
      seenIn: [],
    },
  ],
  entries,
  coverage: [
    { fault: 'none', phase: 'none', operation: 'create', planned: 211, applied: 211 },
    { fault: 'none', phase: 'none', operation: 'second', planned: 12, applied: 12 },
    { fault: 'double', phase: 'request', operation: 'create', planned: 1_200, applied: 1_200 },
    { fault: 'gateway-answer', phase: 'reply', operation: 'create', planned: 3, applied: 2 },
    { fault: 'hold-reply', phase: 'reply', operation: 'create', planned: 6, applied: 6 },
    { fault: 'worker died after-reply', phase: 'sender', operation: 'delivery', planned: 4, applied: 4 },
  ],
  bursts: [
    {
      requirement: 'concurrency/one-effect',
      rounds: 5,
      met: 0,
      copies: 20,
      leastOverlap: 1,
      mostOverlap: 1,
      widestMs: 31.4,
    },
    {
      requirement: 'concurrency/losers-told-clearly',
      rounds: 8,
      met: 8,
      copies: 8,
      leastOverlap: 6,
      mostOverlap: 8,
      widestMs: 0.8,
    },
  ],
  measurements: [
    {
      what: 'lag of look-ups',
      requirement: 'lookup/fresh',
      count: 8,
      quantiles: { p50: 12, p95: 40, p99: 40, max: 40 },
      values: [0, 4, 11, 12, 12, 19, 33, 40],
    },
    {
      what: 'scheduling wait under load',
      requirement: 'load/offered-rate',
      count: 3_600,
      quantiles: { p50: 1, p95: 4, p99: 9, max: 212 },
      values: [],
    },
  ],
  loads: [
    {
      requirement: 'load/offered-rate',
      offeredPerSecond: 200,
      sends: 3_600,
      actions: 3_000,
      elapsedMs: 17_996,
      records: 3_000,
      distributions: [
        loadTimes('new', 'service', 3_000, [3, 5, 9, 40, 212]),
        loadTimes('new', 'wait', 3_000, [0, 1, 1, 4, 6]),
        loadTimes('replayed', 'service', 600, [2, 3, 7, 30, 31]),
        loadTimes('replayed', 'wait', 600, [0, 1, 1, 3, 3]),
      ],
    },
  ],
  notExercised: [
    {
      id: 'lost-reply/reset-after-request',
      level: 'MUST',
      needs: ['wire'],
      unlock: 'run over sockets: leave out --in-process',
    },
    {
      id: 'durability/replay-after-restart',
      level: 'MUST',
      needs: ['restart'],
      unlock: 'give control.process or control.restart in the adapter file',
    },
    {
      id: 'durability/conflict-after-restart',
      level: 'MUST',
      needs: ['restart'],
      unlock: 'give control.process or control.restart in the adapter file',
    },
  ],
  remediation: [
    {
      name: 'key-with-the-record',
      failure: 'an action that was told again is done again',
      pattern: 'Key, record and answer in one transaction, committed before the reply.',
      steps: ['Insert the key first.', 'Write record and answer in the same transaction.'],
      sketch: [
        'BEGIN;',
        'INSERT INTO operation_key … ON CONFLICT DO NOTHING;',
        'COMMIT; -- and only now reply',
      ],
      requirements: ['lost-reply/timeout'],
    },
    {
      name: 'one-claim-for-a-key',
      failure: 'copies that arrive together are told nothing they can act on',
      pattern: 'One atomic claim decides who works; everybody else waits or is told to come back.',
      steps: ['Answer the losers with the winner’s record, or with 409 and a Retry-After.'],
      sketch: [],
      requirements: ['concurrency/losers-told-clearly'],
    },
  ],
  cleanup: { attempted: 57, remaining: 2, note: 'Records 8801 and 8802 could not be deleted: 405.' },
  redactions: { secrets: 2, events: 14 },
  limits: ['reached 200 creates of 200: replay/many-uses ran 8 of 10 rounds'],
  environment: { node: '20.20.0', platform: 'linux x64' },
  exchanges: 1_482,
  evidence: [{ file: 'evidence/receiver-output.txt', bytes: 412, sha256: digest('e') }],
  digest: digest('d'),
};

/** A baseline with a line in every state, and a failure that it does not list. */
export const sampleBaseline: Baseline = {
  file: 'known-failures.json',
  lines: baselineStates.map((state, index) => ({
    id: ['lost-reply/timeout', 'replay/same-record', 'conflict/no-second-effect', 'key/other'][index] ?? '',
    reason: 'The vendor mends it in release 14.',
    owner: 'integration@example.test',
    expires: state === 'expired' ? '2026-01-31' : '2027-01-31',
    state,
  })),
  unlisted: ['retention/after-expiry'],
};

/** A whole report with one entry of every verdict and level; the parts given replace its own. */
export function sampleReport(parts: Partial<Report> = {}): Report {
  return { ...sample, ...parts };
}
