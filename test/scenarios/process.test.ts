import { describe, expect, it } from 'vitest';
import { flawsInNeed } from '../support/flaw-matrix.js';
import { tryOutOverSockets } from '../support/process-trial.js';
import { soaking } from '../support/soaking.js';
import { tryOut } from '../support/trial.js';
import { receiverFlaws } from '../../reference-receiver/index.js';
import { scenarios } from '../../src/scenarios/index.js';
import type { Scenario } from '../../src/harness/model/scenario.js';

const longestTrialMs = 120_000;
const longestSoakMs = 3_600_000;

/** Families whose faults take sockets, or the death of a process, to be real. */
const families = ['lost-reply/', 'concurrency/', 'durability/', 'retention/survives-', 'failure/'];
const real = scenarios.filter(({ id }) => families.some((family) => id.startsWith(family)));

function seeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function scenarioOf(id: string): Scenario {
  const found = scenarios.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no requirement ${id}.`);
  return found;
}

describe.each(flawsInNeed)('the flaw $name, in a process of its own', ({ name, requirement }) => {
  it(`fails ${requirement}`, { timeout: soaking ? longestSoakMs : longestTrialMs }, async () => {
    for (const seed of seeds(soaking ? 20 : 1)) {
      const [judged] = await tryOutOverSockets([scenarioOf(requirement)], { flaw: name, seed });
      expect({ seed, verdict: judged?.verdict, why: judged?.why }).toEqual({
        seed,
        verdict: 'fail',
        why: '',
      });
    }
  });
});

describe.runIf(soaking)('the soak', () => {
  it('the sound receiver passes 50 of 50', { timeout: longestSoakMs }, async () => {
    for (const seed of seeds(50)) {
      const judged = await tryOutOverSockets(real, { seed });
      const others = judged.filter(({ verdict }) => verdict !== 'pass');
      expect(others.map(({ scenario, verdict, why }) => ({ seed, id: scenario.id, verdict, why }))).toEqual(
        [],
      );
    }
  });

  const others = receiverFlaws.filter(({ needs }) => needs === undefined);
  it.each(others)('$name fails $requirement in 20 of 20', { timeout: longestSoakMs }, async (flaw) => {
    for (const seed of seeds(20)) {
      const judged = await tryOut(scenarioOf(flaw.requirement), { flaw: flaw.name, seed });
      expect({ seed, verdict: judged.verdict }).toEqual({ seed, verdict: 'fail' });
    }
  });
});
