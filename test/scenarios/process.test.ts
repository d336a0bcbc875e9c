import { describe, expect, it } from 'vitest';
import { distinctKeysProgress } from '../../src/scenarios/concurrency/distinct-keys-progress.js';
import { losersResolve } from '../../src/scenarios/concurrency/losers-resolve.js';
import { losersToldClearly } from '../../src/scenarios/concurrency/losers-told-clearly.js';
import { oneEffect } from '../../src/scenarios/concurrency/one-effect.js';
import { atReplyEdge } from '../../src/scenarios/concurrency/at-reply-edge.js';
import { whileRunning } from '../../src/scenarios/concurrency/while-running.js';
import { raced } from '../../src/scenarios/conflict/raced.js';
import { acknowledgedSurvivesKill } from '../../src/scenarios/durability/acknowledged-survives-kill.js';
import { conflictAfterRestart } from '../../src/scenarios/durability/conflict-after-restart.js';
import { killMidWork } from '../../src/scenarios/durability/kill-mid-work.js';
import { replayAfterKill } from '../../src/scenarios/durability/replay-after-kill.js';
import { replayAfterRestart } from '../../src/scenarios/durability/replay-after-restart.js';
import { survivesRestart } from '../../src/scenarios/retention/survives-restart.js';
import { soaking } from '../support/soaking.js';
import { tryOutInProcessOfItsOwn } from '../support/process-trial.js';

const longestTrialMs = 90_000;

/** What follows from the order of events alone: an orderly restart comes after the answer, however late. */
const certain = [replayAfterRestart, conflictAfterRestart, survivesRestart];

/** What turns on milliseconds; at the reply's edge a plain retry will do here. */
const racing = [
  oneEffect,
  losersResolve,
  losersToldClearly,
  raced,
  distinctKeysProgress,
  whileRunning,
  { ...atReplyEdge, needs: ['observe'] as const },
  acknowledgedSurvivesKill,
  replayAfterKill,
  killMidWork,
];

const scenarios = soaking ? [...certain, ...racing] : certain;

describe.each(scenarios)('$id, in a process of its own', (scenario) => {
  it('is passed by the sound receiver', { timeout: longestTrialMs }, async () => {
    const { verdict, why, findings } = await tryOutInProcessOfItsOwn(scenario);
    expect({ verdict, why, findings }).toEqual({ verdict: 'pass', why: '', findings: [] });
  });

  it.each(scenario.flaws)('is failed by %s', { timeout: longestTrialMs }, async (flaw) => {
    const { verdict, why } = await tryOutInProcessOfItsOwn(scenario, flaw);
    expect({ verdict, why }).toEqual({ verdict: 'fail', why: '' });
  });
});
