import { describe, expect, it } from 'vitest';
import { vendors } from '../../../src/adapters/vendors/index.js';
import { tryVendor } from '../../support/vendor-trial.js';

describe('a ready contract against its own dialect', () => {
  it.each(vendors.filter(({ unspoken }) => unspoken === null))('$name', async (vendor) => {
    const { judged, grade } = await tryVendor(vendor);
    const bad = judged.filter(({ verdict }) => verdict === 'fail' || verdict === 'kit-error');
    console.log(vendor.name, grade.reached, JSON.stringify(grade.because), judged.filter((j) => j.verdict === 'inconclusive' || j.verdict === 'blocked').map(({ scenario, why }) => `${scenario.id}: ${why}`), judged.filter((j) => j.verdict === 'pass').length,
      bad.map(({ scenario, why, findings, level }) => JSON.stringify({ id: scenario.id, level, why, f: findings.slice(0, 2).map(({ attempt, about, sentence, expected, actual }) => ({ attempt, about, sentence, expected, actual })) }, null, 1)).join('\n'));
    expect(bad.map(({ scenario }) => scenario.id)).toEqual([]);
  }, 120_000);
});
