import { beforeAll, describe, expect, test } from 'vitest';
import { loadsOf } from '../../src/harness/judge/loads-of.js';
import type { Judged } from '../../src/harness/judge/judge-history.js';
import type { EventOf } from '../../src/harness/model/event.js';
import type { Scenario, Setting } from '../../src/harness/model/scenario.js';
import type { LoadStep } from '../../src/harness/model/step.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import { offeredRate } from '../../src/scenarios/load/offered-rate.js';
import { contractOf } from '../support/history-builder.js';
import { tryOutOverSockets } from '../support/process-trial.js';
import { tryOut } from '../support/trial.js';

type Load = NonNullable<Setting['contract']['limits']['load']>;

/** The load and the counts that are laid out for a contract that asks for this. */
function laidOut(load: Load | null, seed = 1) {
  const contract = contractOf({ limits: { ...contractOf().limits, load } });
  const random = seededRandom(seed);
  const tries =
    offeredRate.tries?.({ contract, random, effort: 'standard', offers: [], fresh: (label) => label }) ?? [];
  const steps = tries.flatMap((each) => each.steps);
  return {
    sends: steps.find((step): step is LoadStep => step.do === 'load')?.sends ?? [],
    counts: steps.flatMap((step) => (step.do === 'observe' ? [step] : [])),
  };
}

describe('the course', () => {
  const asked = { perSecond: 50, actions: 120, replays: 30 };

  test('is none where the contract asks for no load', () => {
    expect(laidOut(null).sends).toEqual([]);
  });

  test('sends each action once, and replays only of what was sent before', () => {
    const { sends } = laidOut(asked);
    const sent = new Set<string>();
    for (const { role, action } of sends) {
      expect(sent.has(action.name), action.name).toBe(role === 'retry');
      sent.add(action.name);
    }
    expect([sent.size, sends.length]).toEqual([120, 150]);
  });

  test('spreads the replays evenly, from the first second to the last', () => {
    const { sends } = laidOut(asked);
    const places = sends.flatMap(({ role }, index) => (role === 'retry' ? [index] : []));
    expect(places).toEqual(Array.from({ length: 30 }, (_, index) => index * 5 + 4));
  });

  test('replays some soon and some late, others for another seed', () => {
    const { sends } = laidOut(asked);
    const ages = sends.flatMap(({ role, action: { name } }, index) =>
      role === 'retry' ? [index - sends.findIndex((each) => each.action.name === name)] : [],
    );
    expect(Math.min(...ages)).toBeLessThan(10);
    expect(Math.max(...ages)).toBeGreaterThan(50);
    expect(laidOut(asked, 2).sends).not.toEqual(sends);
    expect(laidOut(asked).sends).toEqual(sends);
  });

  test('counts every action by a marker of fifty, and waits for the settle time once', () => {
    const { counts } = laidOut(asked);
    expect(counts.map(({ action, when, count }) => [action.name, when, count?.anyOf])).toEqual([
      ['task 1', 'late', [50]],
      ['task 51', 'early', [50]],
      ['task 101', 'early', [20]],
    ]);
  });
});

describe('the sound receiver', () => {
  let judged: Judged;

  beforeAll(async () => {
    judged = await tryOut(offeredRate);
  });

  test('keeps every promise at the offered rate', () => {
    expect(judged.findings).toEqual([]);
    expect(judged).toMatchObject({ verdict: 'pass', why: '', sides: { effect: 'holds', answer: 'holds' } });
  });

  test('is seen to serve and to let wait, apart', () => {
    const served = 'p50 0 ms, p95 0 ms, p99 0 ms, max 0 ms of 3,600 requests at 200 a second';
    expect(judged.observations.map(({ claim, observed }) => [claim, observed])).toEqual([
      ['service time under load', served],
      ['scheduling wait under load', served],
    ]);
  });

  test('is in the report with its times only where time was real', () => {
    expect(loadIn(judged)?.distributions).toHaveLength(4);
    expect(loadsOf([judged])).toEqual([]);
  });

  test('was under that load for eighteen seconds of its clock', () => {
    expect(loadIn(judged)).toMatchObject({ offeredPerSecond: 200, sends: 3_600, elapsedMs: 17_995 });
  });
});

test('protection that gives way under load is found out by the count', async () => {
  const { verdict, findings } = await tryOut(offeredRate, { flaw: 'gives-way-under-load' });
  expect(verdict).toBe('fail');
  expect(findings.map(({ invariant }) => invariant)).toContain('records-as-promised');
  expect(findings.map(({ invariant }) => invariant)).toContain('retries-end-at-the-first-record');
});

test('over sockets nothing is doubled or lost, and no request begins before its time', async () => {
  const load = { perSecond: 50, actions: 100, replays: 20 };
  const smaller: Scenario = {
    ...offeredRate,
    tries: (setting) => {
      const limits = { ...setting.contract.limits, load };
      return offeredRate.tries?.({ ...setting, contract: { ...setting.contract, limits } }) ?? [];
    },
  };
  const [judged] = await tryOutOverSockets([smaller]);
  expect(judged?.findings).toEqual([]);
  const measured = loadIn(judged);
  expect(measured).toMatchObject({ sends: 120 });
  // How far a busy machine falls behind is not promised here; the 120th is due after 119 gaps of 20 ms.
  expect(measured?.elapsedMs).toBeGreaterThanOrEqual(119 * 20);
  expect(measured?.service.max).toBeGreaterThan(0);
  const [line] = judged === undefined ? [] : loadsOf([judged]);
  expect(line).toMatchObject({ requirement: offeredRate.id, sends: 120, actions: 100, records: 100 });
  expect(line?.distributions.map(({ sent, time, count }) => [sent, time, count])).toEqual([
    ['new', 'service', 100],
    ['new', 'wait', 100],
    ['replayed', 'service', 20],
    ['replayed', 'wait', 20],
  ]);
});

function loadIn(judged: Judged | undefined): EventOf<'load-measured'> | undefined {
  return judged?.view?.tries.flatMap((each) => each.of('load-measured'))[0];
}
