import { describe, expect, it } from 'vitest';
import type { Scenario, Try } from '../../../src/harness/model/scenario.js';
import type { Send, Step } from '../../../src/harness/model/step.js';
import { createsOf, planRun, type PlanRequest } from '../../../src/harness/plan/plan-run.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';
import { replyLost } from '../../../src/harness/faults/reply-lost.js';
import { scenarios } from '../../../src/scenarios/index.js';
import { contractOf } from '../../support/history-builder.js';

const send: Send = { do: 'send', action: { name: 'task' }, role: 'first' };
const plain: Try = { name: 'plain', steps: [send] };

function scenarioOf(more: Partial<Scenario>): Scenario {
  const [any] = scenarios;
  if (any === undefined) throw new Error('There are requirements.');
  return { ...any, needs: ['observe'], tries: () => [plain], ...more };
}

function planned(more: Partial<Scenario>, request: Partial<PlanRequest> = {}) {
  const [plan] = planRun({
    scenarios: [scenarioOf(more)],
    contract: contractOf(),
    offers: ['observe'],
    random: seededRandom(1),
    run: 'r',
    effort: 'standard',
    ...request,
  });
  if (plan === undefined) throw new Error('One scenario has one plan.');
  return plan;
}

describe('the plan of a run', () => {
  it('runs what lacks nothing', () => {
    expect(planned({})).toMatchObject({ tries: [plain], missing: [], leftOut: [], creates: 1 });
  });

  it('names once what a requirement lacks, and runs none of it', () => {
    const plan = planned({ needs: ['observe', 'kill', 'kill', 'burst'] });
    expect(plan).toMatchObject({ tries: [], missing: ['kill', 'burst'], creates: 0 });
  });

  it('leaves out a try that lacks something, by its own need or by its fault, and says so', () => {
    const slow: Try = { ...plain, name: 'slow', needs: ['slow'] };
    const lost: Try = { ...plain, name: 'lost', faults: [replyLost] };
    const plan = planned({ tries: () => [plain, slow, lost] });
    expect(plan.tries.map(({ name }) => name)).toEqual(['plain']);
    expect(plan.leftOut).toEqual([
      { try: 'slow', needs: ['slow'] },
      { try: 'lost', needs: ['wire:lose-reply'] },
    ]);
    expect(plan.missing).toEqual([]);
  });

  it('says what is missing where every try lacks something, or none applies, or no course exists', () => {
    expect(planned({ tries: () => [{ ...plain, needs: ['slow'] }] }).missing).toEqual(['slow']);
    expect(planned({ tries: () => [] }).missing).toEqual(['a contract to which it applies']);
    const { tries: _, ...courseless } = scenarioOf({});
    const [plan] = planRun({
      scenarios: [courseless],
      contract: contractOf(),
      offers: ['observe'],
      random: seededRandom(1),
      run: 'r',
      effort: 'quick',
    });
    expect(plan?.missing).toEqual(['a course in this version of the kit']);
  });

  it('leaves out what costs many creates where little effort is asked for', () => {
    const costly: Try = { name: 'many', steps: Array.from({ length: 101 }, () => send) };
    const tries = (): readonly Try[] => [plain, costly];
    expect(planned({ tries }, { effort: 'quick' }).leftOut).toEqual([
      { try: 'many', needs: ['effort standard'] },
    ]);
    expect(planned({ tries }).leftOut).toEqual([]);
  });

  it('leaves out what is wider than the target bears', () => {
    const race: Try = { name: 'race', steps: [{ do: 'together', steps: [send, send, send] }] };
    const contract = contractOf({ limits: { ...contractOf().limits, parallel: 2 } });
    expect(planned({ tries: () => [plain, race] }, { contract }).leftOut).toEqual([
      { try: 'race', needs: ['limits.parallel of 3'] },
    ]);
  });

  it('counts the creates of sends, attempts, work, a load and what stands side by side', () => {
    const steps: readonly Step[] = [
      { do: 'approve', action: { name: 'task' } },
      { do: 'attempt', pause: { at: 'before-send', steps: [send] } },
      { do: 'work', attempts: [{}, {}] },
      { do: 'together', steps: [{ do: 'send', action: { name: 'a' }, role: 'first' }] },
      { do: 'load', sends: [send, send], perSecond: 1 },
      { do: 'wait', ms: 1 },
    ];
    expect(createsOf({ name: 'x', steps })).toBe(8);
  });

  it('is the same for the same seed', () => {
    const plan = (): unknown =>
      planRun({
        scenarios,
        contract: contractOf(),
        offers: ['observe', 'lookup', 'vary', 'kept-fields', 'kept-variation', 'key-mode'],
        random: seededRandom(5),
        run: 'r',
        effort: 'standard',
      }).map(({ tries }) => tries);
    expect(JSON.stringify(plan())).toBe(JSON.stringify(plan()));
  });
});
