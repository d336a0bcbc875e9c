import { describe, expect, test } from 'vitest';
import { senderInvariants } from '../../src/harness/invariants/sender-invariants.js';
import { senderFlaws } from '../../src/harness/sender/flaws/index.js';
import { scenarios as all } from '../../src/scenarios/index.js';
import { tryOut } from '../support/trial.js';

const scenarios = all.filter(({ id }) => id.startsWith('sender/'));
const flawed = scenarios.flatMap((scenario) => scenario.flaws.map((flaw) => ({ scenario, flaw })));

test('every promise of the ledger has a scenario of its name', () => {
  expect(scenarios.map(({ id }) => id)).toEqual(senderInvariants.map(({ id }) => `sender/${id}`));
});

test('every flaw of the sender that breaks such a promise is listed with it', () => {
  const claimed = senderFlaws.filter(({ requirement }) => requirement.startsWith('sender/'));
  expect(flawed.map(({ scenario, flaw }) => `${scenario.id} ${flaw}`).toSorted()).toEqual(
    claimed.map(({ name, requirement }) => `${requirement} ${name}`).toSorted(),
  );
});

describe('the sound sender keeps', () => {
  test.each(scenarios)('$id', async (scenario) => {
    const judged = await tryOut(scenario);
    expect(judged.findings).toEqual([]);
    expect(judged).toMatchObject({ verdict: 'pass', why: '', sides: { sender: 'holds' } });
    // What takes real processes is tried with those, in workers.test.ts.
    expect(judged.leftOut.filter(({ needs }) => !needs.includes('worker-process'))).toEqual([]);
    expect(brokenPromises(judged)).toEqual([]);
  });
});

describe('a flawed sender breaks', () => {
  test.each(flawed)('$scenario.id by $flaw', async ({ scenario, flaw }) => {
    const judged = await tryOut(scenario, { flaw });
    expect(judged).toMatchObject({ verdict: 'fail', sides: { sender: 'broken' } });
    expect(brokenPromises(judged)).toContain(scenario.id.replace('sender/', ''));
  });
});

function brokenPromises({ ledger }: Awaited<ReturnType<typeof tryOut>>): readonly string[] {
  return [...ledger].filter(([, { findings }]) => findings.length > 0).map(([id]) => id);
}
