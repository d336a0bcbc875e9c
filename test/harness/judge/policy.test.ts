import { describe, expect, it } from 'vitest';
import { policyFor } from '../../../src/harness/judge/policy.js';
import { grades } from '../../../src/harness/model/verdict.js';
import { contractOf } from '../../support/history-builder.js';

describe('the policy that is safe with a receiver', () => {
  it.each([
    ['retry-safe', 'same-key', 86_400_000],
    ['duplicate-safe', 'same-key', 86_400_000],
    ['reconcile-first', 'lookup-first', null],
    ['unsafe', 'never', null],
    [null, 'never', null],
  ] as const)('of grade %s is %s', (grade, retry, windowMs) => {
    expect(policyFor(grade, contractOf())).toMatchObject({ retry, windowMs, perKeyParallelism: 1 });
  });

  it('stops for good on refusals, and on what it cannot know unless a retry settles it', () => {
    for (const grade of [...grades, null]) {
      const { stopOn } = policyFor(grade, contractOf());
      expect(stopOn).toEqual(expect.arrayContaining(['mismatch', 'key-refused', 'expired', 'rejected']));
      expect(stopOn.includes('unknown')).toBe(grade !== 'retry-safe' && grade !== 'duplicate-safe');
    }
  });

  it('adds what the owner says of single outcomes, as far as it is as careful', () => {
    const contract = contractOf({
      retryActions: { unknown: 'lookup-first', throttled: 'stop', rejected: 'same-key' },
      retrySignal: { header: 'X-Should-Retry', true: 'same-key', false: 'stop' },
    });
    const { stopOn, text } = policyFor('retry-safe', contract);
    expect(stopOn).toContain('throttled');
    expect(stopOn).not.toContain('rejected');
    expect(text).toContain(
      'After unknown: look the action up before anything is sent again (as its owner says).',
    );
    expect(text.at(-1)).toContain('X-Should-Retry');
    const careful = policyFor('unsafe', contract);
    expect(careful.stopOn).toEqual(expect.arrayContaining(['unknown', 'throttled', 'rejected']));
    expect(careful.text.join(' ')).not.toContain('same key');
  });

  it('says in words what it says in numbers', () => {
    const contract = contractOf({ consistency: { kind: 'eventual', settleMs: 7_000, pollMs: 100 } });
    expect(policyFor('retry-safe', contract).text.join(' ')).toContain('24 hours');
    expect(policyFor('reconcile-first', contract).text.join(' ')).toContain('at least 9 s after');
    expect(policyFor('reconcile-first', contract).absentAfterMs).toBe(9_000);
    const immediate = contractOf({ consistency: { kind: 'immediate', settleMs: 0, pollMs: 100 } });
    expect(policyFor('reconcile-first', immediate).text.join(' ')).toContain('at least 2 s after');
    expect(policyFor('retry-safe', contract).absentAfterMs).toBeNull();
    expect(policyFor('unsafe', contract).text.join(' ')).toContain('Neither a retry nor a look-up');
    const endless = contractOf({ retention: { kind: 'undocumented', ms: null } });
    expect(policyFor('retry-safe', endless).text.join(' ')).toContain('No window is stated');
  });
});
