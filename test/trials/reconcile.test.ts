import { describe, expect, it } from 'vitest';
import { gradeOf } from '../../src/harness/judge/grade.js';
import { settleDependencies } from '../../src/harness/judge/settle-dependencies.js';
import { scenarios } from '../../src/scenarios/index.js';
import { vendors } from '../../src/adapters/vendors/index.js';
import { bundledAdapter, tryOutAll } from '../support/trial.js';
import { tryVendor } from '../support/vendor-trial.js';

const longestTrialMs = 120_000;
const families = ['acceptance/', 'replay/', 'lost-reply/', 'lookup/', 'reconcile/'];
const concerned = scenarios.filter(({ id }) => families.some((family) => id.startsWith(family)));
const ids = concerned.map(({ id }) => id);

async function triedAs(name: string, flaw?: string) {
  const vendor = vendors.find((each) => each.name === name);
  if (vendor === undefined) throw new Error(`There is no ready contract "${name}".`);
  return tryVendor(vendor, { only: ids, ...(flaw === undefined ? {} : { flaw }) });
}

describe('an endpoint that takes no key', () => {
  it(
    'is reconcile-first because a sender that looked first did nothing twice under the faults',
    async () => {
      const { grade } = await triedAs('business-central-customers');
      expect(grade.reached).toBe('reconcile-first');
      expect(grade.proof).toMatchObject({ verdict: 'proven', against: [] });
      expect(grade.proof?.cases).toBeGreaterThan(8);
      expect(grade.proof?.text[0]).toMatch(/^Policy proven: .* no duplicate/u);
    },
    longestTrialMs,
  );

  it(
    'is told what no look-up helps against',
    async () => {
      const { grade } = await triedAs('business-central-customers');
      expect(grade.proof?.notCovered).toContain('a request that is doubled on the way: it is done twice');
      expect(grade.policy.text.join(' ')).toContain('Wait longer where a request can live longer than that');
    },
    longestTrialMs,
  );

  it(
    'is proven over look-ups that lag, where the contract says so and the sender waits',
    async () => {
      const { grade } = await triedAs('pipedrive-deals', 'lookup-lags');
      expect(grade.reached).toBe('reconcile-first');
      expect(grade.proof?.verdict).toBe('proven');
    },
    longestTrialMs,
  );

  it.each(['lookup-lags', 'lookup-by-prefix'])(
    'is unsafe with %s, which its contract does not admit',
    async (flaw) => {
      const { grade } = await triedAs('business-central-customers', flaw);
      expect(grade.reached).toBe('unsafe');
      expect(grade.policy.retry).toBe('never');
    },
    longestTrialMs,
  );

  it(
    'is refuted by the duplicate that a lagging look-up lets through',
    async () => {
      const { grade, judged } = await triedAs('business-central-customers', 'lookup-lags');
      expect(grade.proof).toMatchObject({ verdict: 'refuted' });
      expect(grade.proof?.against).toContain('reconcile/lost-replies');
      const lost = judged.find(({ scenario }) => scenario.id === 'reconcile/lost-replies');
      expect(lost?.verdict).toBe('fail');
      expect(lost?.findings.map(({ sentence }) => sentence)).toContain(
        'One approved action was carried out twice.',
      );
    },
    longestTrialMs,
  );
});

it(
  'needs no proof where the key works',
  async () => {
    const { judged } = await tryOutAll(concerned);
    const options = { complete: true, gone: null, required: null };
    const { reached, proof } = gradeOf(settleDependencies(judged), bundledAdapter().contract, options);
    expect(reached).toBe('retry-safe');
    expect(proof).toBeNull();
  },
  longestTrialMs,
);
