import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openReceiver, type Receiver } from '../../../reference-receiver/index.js';
import type { LookUpFinding } from '../../../src/harness/model/adapter.js';
import type { Clock } from '../../../src/harness/model/clock.js';
import type { EventBody, EventType } from '../../../src/harness/model/event.js';
import type { SenderPolicy } from '../../../src/harness/model/sender-policy.js';
import type { RowFacts } from '../../../src/harness/model/outbox-row.js';
import {
  type Header,
  headerOf,
  type PreparedRequest,
  type WireEffect,
} from '../../../src/harness/model/exchange.js';
import type { Outcome, OutcomeKind } from '../../../src/harness/model/outcome.js';
import type { CrashPoint } from '../../../src/harness/model/step.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { openSender, type Sender } from '../../../src/harness/sender/sender.js';
import type {
  AttemptResult,
  Intent,
  PollFacts,
  SenderOptions,
} from '../../../src/harness/sender/sender-options.js';
import { openSqliteStore } from '../../../src/harness/sender/store/sqlite/open-sqlite-store.js';
import { type SenderRules, soundRules } from '../../../src/harness/sender/rules.js';

const startMs = Date.UTC(2026, 10, 5);
const folders: string[] = [];
const open: { close(): void | Promise<void> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Stands for a process that is killed. */
export class Killed extends Error {}

/** A policy with small round numbers. */
export const policy: SenderPolicy = {
  retry: 'same-key',
  maxAttempts: 3,
  deadlineMs: 3_600_000,
  leaseMs: 10_000,
  timeoutMs: 2_000,
  backoff: { baseMs: 100, mostMs: 1_000 },
  windowMs: null,
  longestKey: 80,
  longestBody: 200,
};

/** One create as it was delivered, or was to be. */
export interface SentCreate {
  readonly request: PreparedRequest;
  readonly worker: string;
  readonly fence: number;
  readonly at: number;
  readonly outcome: OutcomeKind;
}

/** How a trial differs from the usual one. */
export interface TrialOptions {
  readonly policy?: Partial<SenderPolicy>;
  readonly rules?: SenderRules;
  /** Outcomes in place of what the receiver answers, in the order of the creates; the receiver gets none of them. */
  readonly outcomes?: Outcome[];
  /** Findings in place of what the receiver says; `off` offers no look-up. */
  readonly findings?: LookUpFinding[] | 'off';
  /** What polls of accepted actions say, in turn; without them no acceptance can be asked after. */
  readonly polls?: Outcome[];
  /** Whether the receiver can be asked for one record by its id. */
  readonly fetches?: boolean;
  /** Called while a look-up is on its way. */
  readonly whileLookingUp?: () => Promise<void>;
}

/** An outcome with nothing but a kind, unless more is said. */
export function outcome(kind: OutcomeKind, more: Partial<Outcome> = {}): Outcome {
  return { kind, id: null, retryAfterMs: null, rule: 'test', ...more };
}

/** An intent for one repair case, as the first essay has it. */
export function intentFor(caseId = 'case-104', more: Partial<Intent> & { title?: string } = {}): Intent {
  const key = `harbor:create-followup:v1:${caseId}`;
  const { title = 'Call about the approved repair plan', ...rest } = more;
  return {
    name: caseId,
    key,
    marker: `marker of ${caseId}`,
    request: taskRequest(key, { title, reference: `marker of ${caseId}` }),
    credential: 'main',
    expiresInMs: null,
    ...rest,
  };
}

/** The create request of the bundled receiver. */
export function taskRequest(key: string, body: unknown): PreparedRequest {
  const headers: Header[] = [
    ['Content-Type', 'application/json'],
    ['Idempotency-Key', key],
  ];
  return { method: 'POST', path: '/v1/tasks', headers, body: JSON.stringify(body) };
}

/** A sender, the bundled receiver, and everything that passed between them. */
export interface Trial {
  readonly sender: Sender;
  readonly clock: Clock;
  readonly file: string;
  readonly events: EventBody[];
  readonly creates: SentCreate[];
  readonly lookUps: { readonly name: string; readonly worker: string | null }[];
  readonly polls: PollFacts[];
  readonly approve: (intent?: Intent) => Promise<string>;
  /** One attempt; `crashAt` kills the worker there, `stallAt` makes it wait for `meanwhile`. */
  readonly attempt: (how?: AttemptPlan) => Promise<AttemptResult | 'killed'>;
  /** Attempts until nothing is left to do, sleeping as long as the idle worker says. */
  readonly work: (worker?: string) => Promise<void>;
  /** Another sender on the same file, as another process would have it. */
  readonly another: () => Sender;
  readonly row: (action?: string) => Promise<RowFacts>;
  readonly of: <Type extends EventType>(type: Type) => Extract<EventBody, { type: Type }>[];
  /** A create by another hand than the sender's. */
  readonly ask: (request: PreparedRequest) => Promise<Outcome>;
  /** What the receiver holds, by listing it. */
  readonly records: () => Promise<{ id: string; title: string; reference: string }[]>;
}

/** How one attempt of a trial is disturbed. */
interface AttemptPlan {
  readonly worker?: string;
  readonly effects?: readonly WireEffect[];
  readonly crashAt?: CrashPoint;
  readonly stallAt?: CrashPoint;
  readonly meanwhile?: () => Promise<unknown>;
  readonly by?: Sender;
}

/** Opens a sender and a receiver on new files; both are closed after the test. */
export function openTrial(options: TrialOptions = {}): Trial {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-sender-'));
  folders.push(folder);
  const clock = virtualClock(startMs);
  const random = seededRandom(104);
  const file = join(folder, 'outbox.sqlite');
  const receiver = openReceiver({
    file: join(folder, 'receiver.sqlite'),
    clock,
    chance: () => random.next(),
    controls: false,
  });
  open.push(receiver);
  const events: EventBody[] = [];
  const creates: SentCreate[] = [];
  const lookUps: { name: string; worker: string | null }[] = [];
  const polls: PollFacts[] = [];
  const get = async (path: string) =>
    receiver.handle(new Request(`http://receiver${path}`, { headers: authorised }));

  const senderOptions: Omit<SenderOptions, 'store'> = {
    random,
    policy: { ...policy, ...options.policy },
    rules: options.rules ?? soundRules,
    record: (event) => events.push(event),
    async deliver(request, { worker, fence, effects }) {
      const at = clock.now();
      const planned = options.outcomes?.shift();
      const seen = planned ?? (await exchange(receiver, request, effects));
      creates.push({ request, worker, fence, at, outcome: seen.kind });
      const poll = seen.kind === 'accepted' && options.polls !== undefined ? jobRequest : null;
      return { exchange: `create-${String(creates.length)}`, outcome: seen, poll };
    },
    poll:
      options.polls === undefined
        ? null
        : (job) => {
            polls.push(job);
            const seen = options.polls?.shift() ?? outcome('accepted');
            return Promise.resolve({ exchange: `poll-${String(polls.length)}`, outcome: seen });
          },
    fetch:
      options.fetches === true
        ? async (id) => {
            const answer = await get(`/v1/tasks/${encodeURIComponent(id)}`);
            const isThere = answer.status === 200;
            const finding = isThere
              ? ({ kind: 'found', id, fields: null } as const)
              : ({ kind: 'absent' } as const);
            return { exchange: `fetch of ${id}`, finding };
          }
        : null,
    lookUp:
      options.findings === 'off'
        ? null
        : async ({ name, key, worker }) => {
            lookUps.push({ name, worker });
            await options.whileLookingUp?.();
            const planned = options.findings === 'off' ? undefined : options.findings?.shift();
            const finding = planned ?? (await foundBy(await get(`/v1/tasks?key=${encodeURIComponent(key)}`)));
            return { exchange: `look-up-${String(lookUps.length)}`, finding };
          },
  };
  const openAnother = (): Sender => {
    const sender = openSender({ ...senderOptions, store: openSqliteStore(file, { clock }) });
    open.push(sender);
    return sender;
  };
  const sender = openAnother();

  const trial: Trial = {
    sender,
    clock,
    file,
    events,
    creates,
    lookUps,
    polls,
    approve: async (intent = intentFor()) => sender.approve(intent),
    attempt: async (how = {}) => attemptBy(how.by ?? sender, how),
    async work(worker = 'worker-1') {
      for (let made = 0; made < 40; made += 1) {
        const result = await sender.attempt(worker, { effects: [], at: async () => undefined });
        if (result.kind === 'worked') continue;
        if (result.nextAt === null) return;
        await clock.sleep(result.nextAt - clock.now());
      }
      throw new Error('The worker did not come to an end.');
    },
    another: openAnother,
    async row(action = 'case-104') {
      const row = (await sender.rows()).find((each) => each.action === action);
      if (row === undefined) throw new Error(`No row of ${action}.`);
      return row;
    },
    of: <Type extends EventType>(type: Type) =>
      events.filter((event): event is Extract<EventBody, { type: Type }> => event.type === type),
    ask: async (request) => exchange(receiver, request, []),
    async records() {
      const { data } = (await (await get('/v1/tasks?limit=100')).json()) as { data: never[] };
      return data;
    },
  };
  return trial;
}

/** Where the trial's receiver is asked after what it accepted. */
export const jobRequest: PreparedRequest = { method: 'GET', path: '/jobs/1', headers: [], body: null };

const authorised = { Authorization: 'Bearer harbor-token' };

async function attemptBy(sender: Sender, how: AttemptPlan): Promise<AttemptResult | 'killed'> {
  const { worker = 'worker-1', effects = [], crashAt, stallAt, meanwhile } = how;
  try {
    return await sender.attempt(worker, {
      effects,
      async at(point) {
        if (point === crashAt) throw new Killed(point);
        if (point === stallAt) await meanwhile?.();
      },
    });
  } catch (error) {
    if (error instanceof Killed) return 'killed';
    throw error;
  }
}

async function exchange(
  receiver: Receiver,
  request: PreparedRequest,
  effects: readonly WireEffect[],
): Promise<Outcome> {
  const has = (kind: WireEffect['kind']) => effects.find((effect) => effect.kind === kind);
  if (has('refuse') !== undefined) return outcome('unknown');
  const throttle = has('throttle');
  if (throttle?.kind === 'throttle') {
    return outcome('throttled', { retryAfterMs: throttle.retryAfterS * 1_000 });
  }
  const answer = await receiver.handle(
    new Request(`http://receiver${request.path}`, {
      method: request.method,
      headers: [...request.headers.map(([name, value]) => [name, value] as [string, string]), ...bearer],
      body: request.body,
    }),
  );
  return has('lose-reply') === undefined ? read(answer) : outcome('unknown');
}

const bearer: [string, string][] = Object.entries(authorised);

async function read(answer: Response): Promise<Outcome> {
  const id = ((await answer.json()) as { id?: string }).id ?? null;
  switch (answer.status) {
    case 201:
      return outcome(answer.headers.has('idempotent-replayed') ? 'replayed' : 'created', { id });
    case 409:
      return outcome('in-flight');
    case 422:
      return outcome('mismatch');
    default:
      return outcome(answer.status < 500 ? 'rejected' : 'unknown');
  }
}

async function foundBy(answer: Response): Promise<LookUpFinding> {
  if (answer.status !== 200) return { kind: 'trouble', why: String(answer.status) };
  const { data } = (await answer.json()) as { data: { id: string }[] };
  const first = data[0];
  return first === undefined ? { kind: 'absent' } : { kind: 'found', id: first.id, fields: first };
}

/** Tells a trial's ledger the latest version of an object's data, as another process would. */
export async function tellDataVersion(
  { file, clock }: Trial,
  object: string,
  version: string,
): Promise<void> {
  const store = openSqliteStore(file, { clock });
  await store.tellDataVersion({ object, version, who: 'Ada', why: 'it was changed' });
  await store.close();
}

/** The key that a create carried. */
export function keyOf(create: SentCreate | undefined): string | null {
  return create === undefined ? null : headerOf(create.request.headers, 'Idempotency-Key');
}
