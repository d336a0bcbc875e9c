import { describe, expect, it } from 'vitest';
import { observedContract, saysSomething } from '../../../src/harness/judge/observed-contract.js';
import type { ContractLine } from '../../../src/harness/model/report.js';
import { sampleReport } from '../../support/report-builder.js';

function line(claim: string, what: Partial<ContractLine>): ContractLine {
  const [fit = 'nothing'] = what.fits ?? [];
  return {
    claim,
    declared: 'undocumented',
    observed: fit,
    agrees: 'not claimed',
    fits: [],
    between: null,
    cases: 2,
    seenIn: ['replay/faithful-answer'],
    ...what,
  };
}

function observed(...contract: readonly ContractLine[]) {
  return observedContract({ ...sampleReport(), contract });
}

const hourMs = 3_600_000;

describe('the contract as observed', () => {
  it('has a value where everything that was seen fits one, with what it rests on', () => {
    const { claims } = observed(line('replay', { fits: ['same_id'] }));
    expect(claims.replay).toEqual({ value: 'same_id', evidence: '2 cases in replay/faithful-answer' });
    expect(claims.mismatch).toEqual({ value: null, evidence: 'not observed' });
  });

  it.each([
    [
      'not settled',
      line('failures', { fits: ['non_5xx', '2xx_only'], observed: 'non_5xx or 2xx_only: done' }),
    ],
    ['several behaviours were seen', line('failures', { observed: 'reject; wait' })],
    ['no claim says this', line('failures', { observed: 'two were taken for one' })],
  ])('has none, and says why: %s', (why, seen) => {
    const { value, evidence } = observed(seen).claims.failures;
    expect(value).toBeNull();
    expect(evidence).toBe(`${why}: ${seen.observed} (2 cases in replay/faithful-answer)`);
  });

  it.each([
    [23 * hourMs + 999, 25 * hourMs, { kind: 'floor', seconds: 82_800 }],
    [23 * hourMs, null, { kind: 'floor', seconds: 82_800 }],
    [3, 90_001, { kind: 'ceiling', seconds: 91 }],
    [null, 90_000, { kind: 'ceiling', seconds: 90 }],
    [25 * hourMs, 24 * hourMs, null],
    [0, null, null],
  ])('has the window that was shown: held at %s ms, gone at %s ms', (atLeastMs, atMostMs, value) => {
    const seen = observed(line('retention', { between: { atLeastMs, atMostMs } }));
    expect(seen.retention.value).toEqual(value);
  });

  it('has of scopes what was seen apart, and says what was not tried', () => {
    const { scope } = observed(
      line('scope: tenant', { fits: ['apart'] }),
      line('scope: operation', { fits: ['shared'] }),
    );
    expect(scope.value).toEqual(['tenant']);
    expect(scope.evidence).toContain('credential not observed');
    expect(scope.evidence).toContain('operation shared');
    expect(observed(line('scope: tenant', { fits: ['shared'] })).scope.value).toBeNull();
  });

  it('has the time that look-ups took, in whole seconds', () => {
    const between = { atLeastMs: null, atMostMs: 1_600 };
    expect(observed(line('consistency', { fits: ['eventual'], between })).consistency.value).toEqual({
      kind: 'eventual',
      settleSeconds: 2,
    });
    expect(observed(line('consistency', { fits: ['immediate'] })).consistency.value).toEqual({
      kind: 'immediate',
    });
    expect(observed(line('consistency', {})).consistency.value).toBeNull();
  });

  it('says nothing where nothing was seen', () => {
    const nothing = observed(line('replay', { fits: [], cases: 0, observed: 'not exercised' }));
    expect(saysSomething(nothing)).toBe(false);
    expect(saysSomething(observed(line('replay', { fits: ['same_id'] })))).toBe(true);
  });

  it('says where it comes from, and how a key travels', () => {
    const [origin, carriage, marker] = observed(line('carriage', { observed: 'path: absorbed' })).remarks;
    expect(origin).toContain(sampleReport().run);
    expect(carriage).toBe('carriage: path: absorbed (2 cases in replay/faithful-answer)');
    expect(marker).toBe('replay marker: not observed');
  });
});
