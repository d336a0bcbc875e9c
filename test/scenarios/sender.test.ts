import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../src/harness/model/scenario.js';
import { senderInvariants } from '../../src/harness/invariants/sender-invariants.js';
import { senderFlaws } from '../../src/harness/sender/flaws/index.js';
import { approvalAndIntentTogether } from '../../src/scenarios/sender/approval-and-intent-together.js';
import { budgetKept } from '../../src/scenarios/sender/budget-kept.js';
import { crashAnywhereRecovers } from '../../src/scenarios/sender/crash-anywhere-recovers.js';
import { finalIsFinal } from '../../src/scenarios/sender/final-is-final.js';
import { lateOwnerFenced } from '../../src/scenarios/sender/late-owner-fenced.js';
import { neverClaimedTwice } from '../../src/scenarios/sender/never-claimed-twice.js';
import { noSendWithoutLease } from '../../src/scenarios/sender/no-send-without-lease.js';
import { nothingVanishes } from '../../src/scenarios/sender/nothing-vanishes.js';
import { sameKeySameBytes } from '../../src/scenarios/sender/same-key-same-bytes.js';
import { sentMeansAcknowledged } from '../../src/scenarios/sender/sent-means-acknowledged.js';
import { staleApprovalHeld } from '../../src/scenarios/sender/stale-approval-held.js';
import { throttleKept } from '../../src/scenarios/sender/throttle-kept.js';
import { unknownSettledByLookup } from '../../src/scenarios/sender/unknown-settled-by-lookup.js';
import { tryOut } from '../support/trial.js';

const scenarios: readonly Scenario[] = [
  approvalAndIntentTogether,
  sameKeySameBytes,
  sentMeansAcknowledged,
  nothingVanishes,
  budgetKept,
  unknownSettledByLookup,
  noSendWithoutLease,
  lateOwnerFenced,
  neverClaimedTwice,
  throttleKept,
  staleApprovalHeld,
  crashAnywhereRecovers,
  finalIsFinal,
];

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
    expect(judged).toMatchObject({ verdict: 'pass', why: '', leftOut: [], sides: { sender: 'holds' } });
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
