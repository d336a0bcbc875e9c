import { describe, expect, it } from 'vitest';
import type { EventOf, EventType, HistoryEvent } from '../../src/harness/model/event.js';
import type { Fault, Scenario } from '../../src/harness/model/scenario.js';
import { crashPoints } from '../../src/harness/model/step.js';
import { crashAnywhereRecovers } from '../../src/scenarios/sender/crash-anywhere-recovers.js';
import { lateOwnerFenced } from '../../src/scenarios/sender/late-owner-fenced.js';
import { neverClaimedTwice } from '../../src/scenarios/sender/never-claimed-twice.js';
import { lives } from '../support/lives.js';
import { soaking } from '../support/soaking.js';
import { tryOutWithWorkers } from '../support/worker-trial.js';

const passed = { findings: [], verdict: 'pass', why: '', leftOut: [] };

describe('the sound sender, with workers in processes of their own', () => {
  it('killed at every crash point, and at any moment, ends as without a death', async () => {
    const { judged, history, pids } = await tryOutWithWorkers(crashAnywhereRecovers);
    expect(judged).toMatchObject(passed);
    const deaths = of(history, 'worker-crashed');
    expect(deaths.map(({ point }) => point).filter((point) => point !== null)).toEqual([...crashPoints]);
    expect(deaths.filter(({ point }) => point === null)).toHaveLength(8);
    expect(deaths.every(({ pid }) => pid !== undefined && pids.includes(pid))).toBe(true);
    expect(new Set(deaths.map(({ pid }) => pid)).size).toBe(deaths.length);
    expect(pids.filter((pid) => lives(pid))).toEqual([]);
    const states = of(history, 'ledger-counted').flatMap(({ rows }) => rows.map(({ state }) => state));
    expect(new Set(states)).toEqual(new Set(['sent']));
  });

  it('stopped past its lease and woken, is fenced off, and its late request makes no second record', async () => {
    const { judged, history } = await tryOutWithWorkers(lateOwnerFenced);
    expect(judged).toMatchObject(passed);
    const fenced = of(history, 'row-write-fenced').map(({ worker }) => worker);
    expect(fenced).toEqual(['worker-1', 'worker-1', 'worker-1']);
    expect(of(history, 'worker-stopped').map(({ point }) => point)).toEqual([
      'after-reply',
      'before-record',
      'on-the-way',
    ]);
    expect(of(history, 'worker-woken').map(({ pid }) => pid)).toEqual(
      of(history, 'worker-stopped').map(({ pid }) => pid),
    );
    const late = of(history, 'exchange-ended').find(({ applied }) => applied.includes('hold-request'));
    expect(late?.delivered).toBe('whole');
  });

  it('stopped for most of its lease, keeps its action, and loses it afterwards', async () => {
    const only = ['slow before it sends', 'slow before it records', 'gone for good'];
    const { judged, history } = await tryOutWithWorkers(neverClaimedTwice, { only });
    expect(judged).toMatchObject(passed);
    const lost = of(history, 'row-claimed').filter(({ takenOver }) => takenOver);
    expect(lost.map(({ worker }) => worker)).toContain('worker-2');
    expect(of(history, 'worker-stopped')).toHaveLength(3);
  });

  it('three on one outbox share the actions, and send each of them once', async () => {
    const options = { only: ['side by side'], timeout: '5s' };
    const { judged, history, pids } = await tryOutWithWorkers(neverClaimedTwice, options);
    expect(judged).toMatchObject(passed);
    const claims = of(history, 'row-claimed');
    expect(claims.map(({ row }) => row.action).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, index) => `task ${index + 1}`).toSorted(),
    );
    expect(of(history, 'exchange-started').filter(({ purpose }) => purpose === 'create')).toHaveLength(12);
    expect(new Set(claims.map(({ worker }) => worker)).size).toBeGreaterThan(1);
    expect(pids).toHaveLength(3);
  });
});

describe('a flawed sender, with workers in processes of their own', () => {
  it.each([
    { flaw: 'crashed-row-forgotten', scenario: crashAnywhereRecovers, course: 'dead before record' },
    { flaw: 'crashed-row-forgotten', scenario: crashAnywhereRecovers, course: 'killed at any moment' },
    { flaw: 'late-owner-writes', scenario: lateOwnerFenced, course: 'with a lost reply' },
    { flaw: 'late-owner-writes', scenario: lateOwnerFenced, course: 'with a request still on its way' },
    { flaw: 'rescued-by-age', scenario: neverClaimedTwice, course: 'slow before it sends' },
    { flaw: 'rescued-by-age', scenario: neverClaimedTwice, course: 'side by side' },
  ])('$flaw fails $scenario.id in "$course"', async ({ flaw, scenario, course }) => {
    const { judged } = await tryOutWithWorkers(slowToAnswer(scenario), { flaw, only: [course] });
    expect(judged).toMatchObject({ verdict: 'fail', why: '', sides: { sender: 'broken' } });
  });
});

describe.runIf(soaking)('killed at any moment of many seeds', () => {
  const seeds = Array.from({ length: 50 }, (_, index) => index + 1);
  const only = ['no death, many actions', 'killed at any moment'];

  it.each(seeds)('the sound sender ends as without a death: seed %i', async (seed) => {
    const { judged } = await tryOutWithWorkers(crashAnywhereRecovers, { seed, only });
    expect(judged).toMatchObject(passed);
  });

  it.each(seeds.slice(0, 20))('a sender that forgets a crashed row does not: seed %i', async (seed) => {
    const options = { seed, only, flaw: 'crashed-row-forgotten' };
    const { judged } = await tryOutWithWorkers(slowToAnswer(crashAnywhereRecovers), options);
    expect(judged).toMatchObject({ verdict: 'fail', why: '' });
  });
});

describe('whatever ends a run ends its workers', () => {
  it('an interruption in the middle of an exchange', async () => {
    const onLend = () => new Error('Ctrl-C');
    const { judged, history, pids } = await tryOutWithWorkers(neverClaimedTwice, { onLend });
    expect(judged).toMatchObject({ verdict: 'inconclusive', why: 'interrupted by the operator' });
    expect(of(history, 'worker-crashed')).toEqual([]);
    expect(pids).not.toEqual([]);
    expect(pids.filter((pid) => lives(pid))).toEqual([]);
  });

  it('a limit that one of three reaches', async () => {
    const { judged, pids } = await tryOutWithWorkers(neverClaimedTwice, {
      only: ['side by side'],
      creates: 5,
    });
    expect(judged).toMatchObject({ verdict: 'inconclusive', why: 'the limit of 5 creates was reached' });
    expect(pids).toHaveLength(3);
    expect(pids.filter((pid) => lives(pid))).toEqual([]);
  });
});

/** A worker that is killed at some moment is then under way for certain: the answer to it comes later than any moment. */
function slowToAnswer(scenario: Scenario): Scenario {
  const { tries } = scenario;
  if (tries === undefined) return scenario;
  const slow: Fault = {
    name: 'slow-to-answer',
    story: 'Whoever is to be killed at some moment gets its answer late.',
    needs: ['wire:stall'],
    apply: (steps) =>
      steps.map((step) =>
        step.do === 'attempt' && step.crashAfterMs !== undefined
          ? { ...step, effects: [{ kind: 'stall', ms: 800 }] }
          : step,
      ),
  };
  return {
    ...scenario,
    tries: (setting) => tries(setting).map((each) => ({ ...each, faults: [...(each.faults ?? []), slow] })),
  };
}

function of<Type extends EventType>(history: readonly HistoryEvent[], type: Type): EventOf<Type>[] {
  return history.filter((event): event is EventOf<Type> => event.type === type);
}
