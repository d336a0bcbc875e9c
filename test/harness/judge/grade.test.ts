import { describe, expect, it } from 'vitest';
import { gradeOf } from '../../../src/harness/judge/grade.js';
import { notExercised, type Judged } from '../../../src/harness/judge/judge-history.js';
import type { Mode } from '../../../src/harness/model/contract.js';
import { contractOf } from '../../support/history-builder.js';
import { failedIn, judgedAs } from './support.js';

const core = ['acceptance/creates-and-names-record', 'replay/same-record', 'lost-reply/timeout'];
const looks = ['lookup/finds-action', 'lookup/absent-is-definite', 'lookup/complete'];
const proof = ['reconcile/lost-replies', 'reconcile/lost-requests', 'reconcile/dead-workers'];
const all = [
  ...core,
  ...looks,
  ...proof,
  'reconcile/stray-copies',
  'replay/any-connection',
  'acceptance/keeps-payload',
];

/** The grade where all hold but what is given in their place. */
function graded(others: readonly Judged[] = [], mode: Mode = 'key', complete = true) {
  const judged = all.map((id) => others.find(({ scenario }) => scenario.id === id) ?? judgedAs(id));
  return gradeOf(judged, contractOf({ mode }), { required: null, complete, gone: null });
}

function open(id: string): Judged {
  return judgedAs(id, { verdict: 'inconclusive', why: 'nobody looked' });
}

function unreached(id: string): Judged {
  return notExercised(judgedAs(id).scenario, 'MUST', ['lookup']);
}

describe('the grade', () => {
  it.each<[Mode, string]>([
    ['key', 'retry-safe'],
    ['upsert', 'duplicate-safe'],
    ['insert_only', 'duplicate-safe'],
    ['unguarded', 'reconcile-first'],
  ])('of mode %s, where all holds, is %s', (mode, grade) => {
    expect(graded([], mode).reached).toBe(grade);
  });

  it('of a contract whose repeats get an error alone is no better than duplicate-safe, and says why', () => {
    const { claims } = contractOf();
    const contract = contractOf({ claims: { ...claims, replay: 'error_only' } });
    const { reached, because } = gradeOf(
      all.map((id) => judgedAs(id)),
      contract,
      { required: null, complete: true, gone: null },
    );
    expect(reached).toBe('duplicate-safe');
    expect(because[0]?.reason).toContain('a repeat gets an error that need not name the record');
  });

  it('falls to what a broken effect leaves', () => {
    expect(graded([failedIn('effect', 'replay/any-connection')]).reached).toBe('reconcile-first');
    expect(graded([failedIn('effect', 'acceptance/keeps-payload')]).reached).toBe('unsafe');
  });

  it('is duplicate-safe where retries make no second record and do not name the first', () => {
    const { reached, because, policy } = graded([failedIn('answer', 'replay/same-record')]);
    expect(reached).toBe('duplicate-safe');
    expect(because).toEqual([{ requirement: 'replay/same-record', reason: 'replay/same-record is broken.' }]);
    expect(policy.retry).toBe('same-key');
  });

  it('weighs a wrong effect behind a ground that only says the wrong thing', () => {
    const blocked = failedIn('effect', 'replay/any-connection', { verdict: 'blocked' });
    expect(graded([failedIn('answer', 'replay/same-record'), blocked]).reached).toBe('reconcile-first');
  });

  it('leaves a wrong effect aside that its ground explains', () => {
    const worse = failedIn('effect', 'replay/any-connection', { verdict: 'blocked' });
    const { because } = graded([failedIn('effect', 'replay/same-record'), worse]);
    expect(because.map(({ requirement }) => requirement)).toEqual(['replay/same-record']);
  });

  it.each(core)('is none while %s was not shown', (id) => {
    expect(graded([open(id)]).reached).toBeNull();
    expect(graded([unreached(id)]).reached).toBeNull();
    expect(graded([open(id)]).policy.retry).toBe('never');
  });

  it('is none while something is open that would lower it', () => {
    const { reached, because } = graded([open('replay/any-connection')]);
    expect(reached).toBeNull();
    expect(because).toEqual([
      { requirement: 'replay/any-connection', reason: 'not shown: inconclusive, nobody looked' },
    ]);
  });

  it('is not held up by what is open and would not lower it', () => {
    expect(graded([open('lookup/complete')]).reached).toBe('retry-safe');
    const open2 = [failedIn('effect', 'replay/same-record'), open('replay/any-connection')];
    expect(graded(open2).reached).toBe('reconcile-first');
  });

  it('is none after an interruption, unless it could not be lower', () => {
    expect(graded([], 'key', false).reached).toBeNull();
    expect(graded([failedIn('effect', 'acceptance/keeps-payload')], 'key', false).reached).toBe('unsafe');
  });

  it('is reconcile-first only over look-ups that were shown to tell the truth', () => {
    const duplicates = failedIn('effect', 'replay/same-record');
    for (const id of looks) {
      expect(graded([duplicates, failedIn('answer', id)]).reached, id).toBe('unsafe');
      expect(graded([duplicates, unreached(id)]).reached, id).toBe('unsafe');
    }
    expect(graded([duplicates, failedIn('effect', 'lookup/finds-action')]).reached).toBe('reconcile-first');
  });

  it.each(proof)('is reconcile-first only where %s was shown', (id) => {
    const duplicates = failedIn('effect', 'replay/same-record');
    expect(graded([duplicates, failedIn('effect', id)]).reached).toBe('unsafe');
    for (const other of [open(id), unreached(id)]) {
      const { reached, because, policy } = graded([duplicates, other]);
      expect(reached).toBeNull();
      expect(because.map(({ requirement }) => requirement)).toContain(id);
      expect(policy.retry).toBe('never');
    }
    // Whoever may simply send again needs no proof of another policy.
    expect(graded([unreached(id)]).reached).toBe('retry-safe');
  });

  it('is not reconcile-first where a key had to save what a look-up missed', () => {
    const missed = failedIn('answer', 'reconcile/lost-replies');
    expect(graded([missed])).toMatchObject({ reached: 'retry-safe', proof: null });
    expect(graded([missed, failedIn('effect', 'replay/same-record')])).toMatchObject({
      reached: 'unsafe',
      proof: { verdict: 'refuted', against: ['reconcile/lost-replies'] },
    });
  });

  it('stands beside the proof of its policy, which names what the policy does not cover', () => {
    expect(graded().proof).toBeNull();
    const doubled = failedIn('effect', 'reconcile/stray-copies', { level: 'SURVEY' });
    expect(graded([doubled], 'unguarded')).toMatchObject({
      reached: 'reconcile-first',
      proof: { verdict: 'proven', against: [], notCovered: ['a request that is task: it is done twice'] },
    });
    const twice = failedIn('effect', 'reconcile/lost-replies');
    expect(graded([twice], 'unguarded')).toMatchObject({
      reached: 'unsafe',
      proof: { verdict: 'refuted', against: ['reconcile/lost-replies'] },
    });
    expect(graded([unreached('reconcile/dead-workers')], 'unguarded')).toMatchObject({
      reached: null,
      proof: {
        verdict: 'not shown',
        against: ['reconcile/dead-workers'],
        notCovered: ['reconcile/dead-workers (needs lookup)'],
      },
    });
  });

  it('says beside itself what was tried in part, not exercised or not settled', () => {
    const partly = judgedAs('acceptance/keeps-payload', { leftOut: [{ try: 'x', needs: ['y'] }] });
    const { because } = graded([partly, unreached('replay/any-connection'), open('lookup/complete')]);
    expect(because[0]?.reason).toBe(
      '10 requirements of level MUST hold for mode key; 1 of them were tried in part; 1 of that level were not exercised; 1 were not settled',
    );
  });
});
