import { describe, expect, it } from 'vitest';
import type { EventOf, EventType, HistoryEvent } from '../../src/harness/model/event.js';
import { crashPoints } from '../../src/harness/model/step.js';
import { crashAnywhereRecovers } from '../../src/scenarios/sender/crash-anywhere-recovers.js';
import { lateOwnerFenced } from '../../src/scenarios/sender/late-owner-fenced.js';
import { neverClaimedTwice } from '../../src/scenarios/sender/never-claimed-twice.js';
import { lives } from '../support/lives.js';
import { tryOutWithWorkers } from '../support/worker-trial.js';

const scenarios = [crashAnywhereRecovers, lateOwnerFenced, neverClaimedTwice];

describe.each(scenarios)('$id, with workers in processes of their own', (scenario) => {
  it.each(scenario.flaws)('is failed by a sender that is %s', async (flaw) => {
    const { judged } = await tryOutWithWorkers(scenario, { flaw });
    expect(judged).toMatchObject({ verdict: 'fail', why: '', sides: { sender: 'broken' } });
  });
});

describe('the sound sender, with workers in processes of their own', () => {
  it('ends as without a death, wherever and whenever a worker is killed', async () => {
    const { judged, history } = await tryOutWithWorkers(crashAnywhereRecovers);
    expect(judged).toMatchObject({ findings: [], verdict: 'pass', why: '', leftOut: [] });
    const deaths = of(history, 'worker-crashed');
    expect(deaths.map(({ point }) => point).filter((point) => point !== null)).toEqual([...crashPoints]);
    expect(deaths.filter(({ point }) => point === null)).toHaveLength(8);
    const pids = deaths.map(({ pid }) => pid ?? 0);
    expect(new Set(pids).size).toBe(pids.length);
    expect(pids.filter((pid) => lives(pid))).toEqual([]);
    const states = of(history, 'ledger-counted').flatMap(({ rows }) => rows.map(({ state }) => state));
    expect(new Set(states)).toEqual(new Set(['sent']));
  });

  it('fences a worker off that was stopped and woken too late, and the receiver takes its late request in', async () => {
    const { judged, history } = await tryOutWithWorkers(lateOwnerFenced);
    expect(judged).toMatchObject({ findings: [], verdict: 'pass', why: '', leftOut: [] });
    const fenced = of(history, 'row-write-fenced').map(({ worker }) => worker);
    expect(fenced).toEqual(['worker-1', 'worker-1', 'worker-1']);
    const late = of(history, 'exchange-ended').find(({ applied }) => applied.includes('hold-request'));
    expect(late?.delivered).toBe('whole');
  });

  it('never lets two workers hold one action, nor three empty one outbox twice', async () => {
    const { judged, history } = await tryOutWithWorkers(neverClaimedTwice);
    expect(judged).toMatchObject({ findings: [], verdict: 'pass', why: '', leftOut: [] });
    const began = history.findIndex((event) => event.type === 'try-started' && event.try === 'side by side');
    const claims = of(history.slice(began), 'row-claimed');
    expect(claims.map(({ row }) => row.action).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, index) => `task ${index + 1}`).toSorted(),
    );
    expect(of(history.slice(began), 'exchange-started').filter(({ by }) => by === 'sender')).toHaveLength(12);
    expect(new Set(claims.map(({ worker }) => worker)).size).toBeGreaterThan(1);
  });
});

function of<Type extends EventType>(history: readonly HistoryEvent[], type: Type): EventOf<Type>[] {
  return history.filter((event): event is EventOf<Type> => event.type === type);
}
