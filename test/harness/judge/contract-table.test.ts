import { describe, expect, it } from 'vitest';
import { contractTable } from '../../../src/harness/judge/contract-table.js';
import { contractLineNames } from '../../../src/harness/model/contract-line.js';
import type { Claims, Contract, Intent } from '../../../src/harness/model/contract.js';
import type { Observation } from '../../../src/harness/model/scenario.js';
import { contractOf } from '../../support/history-builder.js';
import { judgedAs } from './support.js';

type Seen = string | Omit<Observation, 'claim' | 'events'>;

function lineOf(claim: string, observed: readonly Seen[], contract = contractOf()) {
  const judged = observed.map((each, index) =>
    judgedAs(index === 0 ? 'replay/faithful-answer' : 'replay/marked', {
      observations: [{ claim, events: [1], ...(typeof each === 'string' ? { observed: each } : each) }],
    }),
  );
  return contractTable(contract, judged).find((line) => line.claim === claim);
}

function claiming(claims: Partial<Claims>): Contract {
  return contractOf({ claims: { ...contractOf().claims, ...claims } });
}

const doneAfter5xx: Seen = { observed: 'done again after a 5xx', fits: ['non_5xx', '2xx_only'] };
const doneAfterRefusal: Seen = { observed: 'done after a refusal', fits: ['2xx_only', 'all', 'burnt'] };

const intent: Intent = { field: '/deal', carried: true, repeat: 'same_record', differs: 'reject' };

describe('a claim beside what was seen of it', () => {
  it.each<[keyof Claims, string, readonly Seen[], string]>([
    ['replay', 'same_response', ['same_response'], 'agrees'],
    ['replay', 'same_response', ['same_id'], 'differs'],
    ['replay', 'same_response', ['same_response', 'same_id'], 'differs'],
    ['replay', 'same_id', ['same_response'], 'agrees'],
    ['replay', 'same_id', ['same_response', 'same_id'], 'agrees'],
    ['replay', 'same_id', [{ observed: 'another id or none', fits: [] }], 'differs'],
    ['replay', 'error_only', ['error_with_id'], 'agrees'],
    ['replay', 'error_with_id', ['error_only'], 'differs'],
    ['mismatch', 'reject', ['reject'], 'agrees'],
    ['mismatch', 'reject', ['replay_anyway'], 'differs'],
    ['mismatch', 'replay_anyway', ['reject'], 'differs'],
    ['mismatch', 'reject', [{ observed: 'as a repeat', fits: ['reject', 'replay_anyway'] }], 'agrees'],
    ['mismatch', 'update', [{ observed: 'as a repeat', fits: ['reject', 'replay_anyway'] }], 'differs'],
    ['in_flight', 'reject', ['wait'], 'differs'],
    ['in_flight', 'either', ['wait', 'reject'], 'agrees'],
    ['in_flight', 'either', ['may_duplicate'], 'differs'],
    ['in_flight', 'may_duplicate', ['reject'], 'agrees'],
    ['failures', '2xx_only', [doneAfter5xx, doneAfterRefusal], 'agrees'],
    ['failures', 're_execute', [doneAfter5xx, doneAfterRefusal], 'agrees'],
    ['failures', 'non_5xx', [doneAfter5xx], 'agrees'],
    ['failures', 'non_5xx', [doneAfter5xx, doneAfterRefusal], 'differs'],
    ['failures', 'all', [doneAfter5xx], 'differs'],
    ['failures', 'all', [doneAfterRefusal], 'agrees'],
    ['missing_key', 'reject', ['reject'], 'agrees'],
    ['missing_key', 'unguarded', ['reject'], 'differs'],
    ['missing_key', 'unguarded', [{ observed: 'taken for one', fits: [] }], 'differs'],
    ['after_expiry', 'new_record', ['new_record'], 'agrees'],
    // A beginning of the claim's name is not the claim.
    ['after_expiry', 'replay', ['re'], 'differs'],
    ['after_expiry', 'refuse', ['new_record'], 'differs'],
    ['replay', 'undocumented', ['same_response'], 'not claimed'],
    ['replay', 'same_response', [], 'not exercised'],
  ])('%s: %s, seen %j: %s', (claim, said, observed, agrees) => {
    expect(lineOf(claim, observed, claiming({ [claim]: said }))?.agrees).toBe(agrees);
  });

  it('knows the key as read where a repeat is absorbed and a second key makes a second record', () => {
    const where = 'header Idempotency-Key';
    const absorbed = { observed: 'absorbed', fits: [where, 'the content'] };
    const second = { observed: 'a second record', fits: [where, 'none'] };
    expect(lineOf('carriage', [absorbed, second])).toMatchObject({
      declared: where,
      observed: `${where}: absorbed; a second record`,
      agrees: 'agrees',
      fits: [where],
    });
    const merged = lineOf('carriage', [absorbed, { observed: 'merged', fits: ['the content'] }]);
    expect(merged).toMatchObject({ agrees: 'differs', fits: ['the content'] });
    const unread = lineOf('carriage', [{ observed: 'another record', fits: ['none'] }, second]);
    expect(unread).toMatchObject({ agrees: 'differs', fits: ['none'] });
    const key = { ...contractOf().key, in: 'none', name: null } as const;
    const unguarded = contractOf({ mode: 'unguarded', key });
    expect(lineOf('carriage', [{ observed: 'another record', fits: ['none'] }], unguarded)).toMatchObject({
      declared: 'none',
      agrees: 'agrees',
    });
  });

  const hourMs = 3_600_000;
  it.each<[Contract['retention']['kind'], number | null, number | null, string]>([
    ['floor', 23, 25, 'agrees'],
    ['floor', 30, null, 'agrees'],
    ['floor', 20, 23, 'differs'],
    ['exact', 23, 25, 'agrees'],
    ['exact', 25, 26, 'differs'],
    ['exact', null, 1, 'differs'],
    ['ceiling', 1, 2, 'agrees'],
    ['ceiling', 25, null, 'differs'],
  ])('retention: %s of 24 hours, held at %s, gone at %s: %s', (kind, held, gone, agrees) => {
    const contract = contractOf({ retention: { kind, ms: 24 * hourMs } });
    const between = {
      atLeastMs: held === null ? null : held * hourMs,
      atMostMs: gone === null ? null : gone * hourMs,
    };
    expect(lineOf('retention', [{ observed: 'a key', between }], contract)?.agrees).toBe(agrees);
  });

  it('draws the bounds of a window together', () => {
    const seen = (atLeastMs: number | null, atMostMs: number | null): Seen => ({
      observed: 'a key',
      between: { atLeastMs, atMostMs },
    });
    const line = lineOf('retention', [
      seen(hourMs, null),
      seen(23 * hourMs, 30 * hourMs),
      seen(0, 25 * hourMs),
    ]);
    expect(line).toMatchObject({
      observed: 'held at 23 hours, gone at 25 hours',
      between: { atLeastMs: 23 * hourMs, atMostMs: 25 * hourMs },
      cases: 3,
    });
  });

  it('lets an expired key be replayed for longer than the window where that is claimed', () => {
    const between = { atLeastMs: 25 * hourMs, atMostMs: null };
    const retention = { kind: 'exact', ms: 24 * hourMs } as const;
    const { claims } = claiming({ after_expiry: 'replay' });
    expect(
      lineOf('retention', [{ observed: 'held', between }], contractOf({ claims, retention }))?.agrees,
    ).toBe('agrees');
  });

  it.each<[string, readonly string[], string, string]>([
    ['scope: tenant', ['tenant', 'path'], 'apart', 'agrees'],
    ['scope: tenant', ['credential'], 'apart', 'agrees'],
    ['scope: tenant', ['tenant'], 'shared', 'differs'],
    ['scope: tenant', ['path'], 'shared', 'not claimed'],
    ['scope: credential', ['tenant'], 'shared', 'agrees'],
    ['scope: credential', ['tenant'], 'apart', 'differs'],
    ['scope: credential', ['path'], 'apart', 'not claimed'],
    ['scope: operation', ['tenant', 'method'], 'apart', 'agrees'],
    ['scope: operation', ['path'], 'shared', 'differs'],
    ['scope: operation', ['tenant'], 'apart', 'not claimed'],
  ])('%s of %j, seen %s: %s', (claim, scope, observed, agrees) => {
    expect(lineOf(claim, [observed], contractOf({ scope }))?.agrees).toBe(agrees);
    expect(lineOf(claim, [observed], contractOf({ scope: 'undocumented' }))?.agrees).toBe('not claimed');
  });

  it('names scopes that nothing tries', () => {
    const [region] = contractTable(contractOf({ scope: ['tenant', 'region'] }), []).slice(-1);
    expect(region).toMatchObject({ claim: 'scope: region', declared: 'apart', agrees: 'not exercised' });
  });

  const eventual = { kind: 'eventual', settleMs: 2_000, pollMs: 500 } as const;
  const lag = (atMostMs: number): Seen => ({
    observed: 'eventual',
    between: { atLeastMs: null, atMostMs },
  });
  it.each<[string, Contract['consistency'], Seen, string]>([
    ['immediate', { kind: 'immediate', settleMs: 0, pollMs: 200 }, 'immediate', 'agrees'],
    ['immediate', { kind: 'immediate', settleMs: 0, pollMs: 200 }, lag(100), 'differs'],
    ['eventual', eventual, 'immediate', 'agrees'],
    ['eventual', eventual, lag(2_500), 'agrees'],
    ['eventual', eventual, lag(2_501), 'differs'],
    ['eventual', eventual, { observed: 'records stay out of sight', fits: [] }, 'differs'],
  ])('consistency: %s (%o), seen %j: %s', (_, consistency, seen, agrees) => {
    expect(lineOf('consistency', [seen], contractOf({ consistency }))?.agrees).toBe(agrees);
  });
});

describe('what is claimed of an intent', () => {
  const exists: Seen = { observed: 'refused as one that exists', fits: ['same_record', 'reject'] };
  it.each<[string, Seen, string]>([
    ['intent: repeat', 'same_record', 'agrees'],
    ['intent: repeat', 'reject', 'differs'],
    ['intent: repeat', exists, 'agrees'],
    ['intent: repeat', { observed: 'a record of its own', fits: [] }, 'differs'],
    ['intent: differs', 'reject', 'agrees'],
    ['intent: differs', 'update', 'differs'],
    ['intent: differs', exists, 'agrees'],
  ])('%s, seen %j: %s', (claim, seen, agrees) => {
    expect(lineOf(claim, [seen], contractOf({ intent }))?.agrees).toBe(agrees);
  });

  it('is marked where the file has no source for it', () => {
    const contract = contractOf({ intent, unconfirmed: ['intent'] });
    expect(lineOf('intent: differs', [], contract)?.declared).toBe('reject (unconfirmed)');
  });
});

describe('the table', () => {
  it('names every line once, whether it was seen or not', () => {
    const lines = contractTable(contractOf({ intent }), []);
    expect(lines.map(({ claim }) => claim)).toEqual([...contractLineNames]);
    for (const line of lines) {
      expect(line).toMatchObject({ agrees: 'not exercised', cases: 0, fits: [], between: null, seenIn: [] });
    }
  });

  it('speaks of an intent only where the contract has one', () => {
    const lines = contractTable(contractOf(), []).map(({ claim }) => claim);
    expect(lines).toEqual(contractLineNames.filter((name) => !name.startsWith('intent')));
  });

  it('has a line for what nobody claims', () => {
    expect(lineOf('retry after delete', ['refused'])).toMatchObject({
      declared: 'not claimed',
      agrees: 'not claimed',
      fits: [],
    });
  });

  it('names those that saw a claim, and how often', () => {
    expect(lineOf('replay', ['same_response', 'same_response'])).toMatchObject({
      observed: 'same_response',
      fits: ['same_response'],
      cases: 2,
      seenIn: ['replay/faithful-answer', 'replay/marked'],
    });
  });

  it('says which claims have no primary source', () => {
    const contract = contractOf({ unconfirmed: ['claims.replay', 'retention', 'scope'] });
    const declared = (claim: string) => lineOf(claim, [], contract)?.declared;
    expect(declared('replay')).toBe('same_response (unconfirmed)');
    expect(declared('retention')).toBe('exact, 24 hours (unconfirmed)');
    expect(declared('scope: tenant')).toContain('(unconfirmed)');
    expect(declared('mismatch')).toBe('reject');
    expect(lineOf('replay', ['same_response'], contract)?.agrees).toBe('agrees');
  });
});
