import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/harness/model/exchange.js';
import type { LoadStep, Send } from '../../../src/harness/model/step.js';
import { keySpace } from '../../../src/harness/plan/key-space.js';
import { load } from '../../../src/harness/run/load-step.js';
import { unpaced } from '../../../src/harness/run/pace.js';
import { openRecorder } from '../../../src/harness/run/recorder.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';
import { LimitReached } from '../../../src/harness/run/budget.js';
import { TryRun } from '../../../src/harness/run/try-run.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { first, retry } from '../../../src/scenarios/steps.js';
import { policyOf } from '../../support/history-builder.js';
import { bundledAdapter } from '../../support/trial.js';

const json = (status: number, body: object): Answer => ({
  kind: 'answered',
  status,
  headers: [],
  body: JSON.stringify(body),
});
const made = json(201, { id: 'T-1' });
const inFlight = json(409, { type: 'https://crm.test/problems/in-flight' });
const throttled = json(429, {});
const timedOut: Answer = { kind: 'lost', how: 'timeout', detail: 'no answer' };

/** How a receiver answers: what each exchange is told, in the order they begin, and how long it takes for it. */
interface Receiver {
  readonly answers?: readonly Answer[];
  readonly tookMs?: number;
  readonly parallel?: number;
  readonly mostCreates?: number;
  readonly signal?: AbortSignal;
  /** Called as an exchange begins, with its number from 1. */
  readonly met?: (number: number) => void;
}

/** A run against such a receiver, by a clock that starts at 0, and when exchanges began. */
function underway(receiver: Receiver) {
  const { answers = [], tookMs = 0, parallel = 64, mostCreates = 1_000, met } = receiver;
  const clock = virtualClock(0);
  const recorder = openRecorder({ clock, secrets: [], write: () => undefined });
  const bundled = bundledAdapter();
  const { limits } = bundled.contract;
  const adapter = { ...bundled, contract: { ...bundled.contract, limits: { ...limits, parallel } } };
  const began: number[] = [];
  const busy = { now: 0, most: 0 };
  const target: TryRun['target'] = {
    adapter,
    clock,
    pace: unpaced,
    pass: (ms) => clock.sleep(ms),
    controls: { offers: [], carryOut: () => Promise.resolve() },
    close: () => Promise.resolve(),
    wire: {
      plane: 'direct',
      effects: [],
      close: () => Promise.resolve(),
      exchange: async () => {
        const answer = answers[began.length] ?? made;
        began.push(clock.now());
        busy.now += 1;
        busy.most = Math.max(busy.most, busy.now);
        met?.(began.length);
        if (tookMs > 0) await clock.sleep(tookMs);
        busy.now -= 1;
        return { answer, delivered: 'whole', applied: [], hidden: [], ms: tookMs };
      },
    },
  };
  const run = new TryRun({
    target,
    recorder,
    keys: keySpace(adapter.contract, { run: 'r', scenario: 's', try: 't' }),
    random: seededRandom(1),
    policy: policyOf(),
    budget: { exchanges: 0, creates: 0, waitedMs: 0, mostCreates },
    signal: receiver.signal ?? new AbortController().signal,
    settleMs: 0,
    run: 'r',
  });
  return { run, recorder, began, busy, clock };
}

const firsts = (count: number): Send[] =>
  Array.from({ length: count }, (_, index) => first({ name: `task ${index + 1}` }));

/** Ten a second: one each hundred milliseconds. */
const tenPerSecond = (sends: readonly Send[]): LoadStep => ({ do: 'load', sends, perSecond: 10 });

function typesOf({ recorder }: ReturnType<typeof underway>): readonly string[] {
  return recorder.events.map(({ type }) => type);
}

function measuredIn({ recorder }: ReturnType<typeof underway>) {
  return recorder.events.find((event) => event.type === 'load-measured');
}

describe('the times of a load', () => {
  it('are kept though each answer takes ten times as long as the gap between two requests', async () => {
    const trial = underway({ tookMs: 1_000 });
    await load(trial.run, tenPerSecond(firsts(6)));
    expect(trial.began).toEqual([0, 100, 200, 300, 400, 500]);
    expect(measuredIn(trial)).toMatchObject({
      offeredPerSecond: 10,
      sends: 6,
      elapsedMs: 500,
      service: { p50: 1_000, p95: 1_000, p99: 1_000, max: 1_000 },
      wait: { p50: 0, p95: 0, p99: 0, max: 0 },
    });
  });

  it('slip only while as many are under way as may be, and the slip is measured as wait', async () => {
    const trial = underway({ tookMs: 300, parallel: 2 });
    await load(trial.run, tenPerSecond(firsts(6)));
    expect(trial.began).toEqual([0, 100, 300, 400, 600, 700]);
    expect(trial.busy.most).toBe(2);
    expect(measuredIn(trial)).toMatchObject({
      elapsedMs: 700,
      service: { p50: 300, max: 300 },
      wait: { p50: 100, p95: 200, max: 200 },
    });
  });

  it('are told of new actions and of replays apart', async () => {
    const trial = underway({ tookMs: 300, parallel: 2 });
    const sends = [...firsts(4), retry({ name: 'task 1' }), retry({ name: 'task 2' })];
    await load(trial.run, tenPerSecond(sends));
    const found = measuredIn(trial)?.distributions ?? [];
    expect(found.map(({ sent, time, count, max }) => [sent, time, count, max])).toEqual([
      ['new', 'service', 4, 300],
      ['new', 'wait', 4, 100],
      ['replayed', 'service', 2, 300],
      ['replayed', 'wait', 2, 200],
    ]);
  });
});

describe('what a load leaves open', () => {
  it.each([
    ['in flight', inFlight],
    ['throttled', throttled],
    ['lost', timedOut],
  ])('is told again when all have ended: %s', async (_, open) => {
    const trial = underway({ answers: [made, open, made] });
    await load(trial.run, tenPerSecond(firsts(3)));
    const types = typesOf(trial);
    expect(types.slice(types.indexOf('load-measured') + 1)).toEqual(['exchange-started', 'exchange-ended']);
    expect(trial.recorder.events.findLast(({ type }) => type === 'exchange-started')).toMatchObject({
      action: 'task 2',
      role: 'retry',
    });
    expect(trial.recorder.events.at(-1)).toMatchObject({ outcome: { kind: 'created' } });
  });

  it('is told again once, though a first request and its replay were both left open', async () => {
    const trial = underway({ answers: [inFlight, inFlight] });
    const task = { name: 'task 1' };
    await load(trial.run, tenPerSecond([first(task), retry(task)]));
    expect(trial.began).toHaveLength(3);
  });

  it('waits for nobody while the load goes on', async () => {
    const trial = underway({ answers: Array.from({ length: 4 }, () => throttled) });
    await load(trial.run, tenPerSecond(firsts(4)));
    expect(trial.began.slice(0, 4)).toEqual([0, 100, 200, 300]);
    expect(typesOf(trial).indexOf('time-passed')).toBe(-1);
  });
});

describe('a load that is broken off', () => {
  it('by a limit, has ended what was under way before it says so', async () => {
    const trial = underway({ tookMs: 1_000, mostCreates: 3 });
    await expect(load(trial.run, tenPerSecond(firsts(100)))).rejects.toThrow(LimitReached);
    expect(typesOf(trial).filter((type) => type === 'exchange-ended')).toHaveLength(3);
    expect(trial.clock.now()).toBe(1_200);
  });

  it('by the operator, begins nothing more', async () => {
    const operator = new AbortController();
    const trial = underway({
      signal: operator.signal,
      met: (number) => {
        if (number === 2) operator.abort(new Error('interrupted'));
      },
    });
    await expect(load(trial.run, tenPerSecond(firsts(100)))).rejects.toThrow('interrupted');
    expect(trial.began).toEqual([0, 100]);
    expect(typesOf(trial)).not.toContain('load-measured');
  });
});
