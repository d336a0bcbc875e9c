import { describe, expect, it } from 'vitest';
import { notExercised, type JudgedFinding } from '../../../src/harness/judge/judge-history.js';
import { settleDependencies } from '../../../src/harness/judge/settle-dependencies.js';
import { failedIn, judgedAs } from './support.js';

const ground = 'acceptance/creates-and-names-record';

const finding: JudgedFinding = {
  attempt: 'one course',
  action: 'task',
  sentence: 'The budget was passed.',
  expected: '',
  actual: '',
  events: [1],
  invariant: 'budget-kept',
  about: 'sender',
};

describe('what follows from all histories together', () => {
  it('blocks what stands on a requirement that failed, whatever it saw', () => {
    const seen = { observations: [{ claim: 'replay', observed: 'same_id', events: [1] }] };
    const [, passed, failed] = settleDependencies([
      failedIn('effect', ground),
      judgedAs('replay/same-record', seen),
      failedIn('effect', 'acceptance/keeps-payload'),
    ]);
    expect(passed).toMatchObject({
      verdict: 'blocked',
      why: `stands on ${ground}, which failed`,
      observations: [],
    });
    expect(failed?.verdict).toBe('blocked');
  });

  it.each(['inconclusive', 'not-exercised', 'kit-error'] as const)(
    'blocks nothing for a ground that is %s',
    (verdict) => {
      const [, other] = settleDependencies([judgedAs(ground, { verdict }), judgedAs('replay/same-record')]);
      expect(other?.verdict).toBe('pass');
    },
  );

  it('leaves what was not exercised as it is', () => {
    const { scenario } = judgedAs('replay/same-record');
    const [, other] = settleDependencies([
      failedIn('effect', ground),
      notExercised(scenario, 'MUST', ['observe']),
    ]);
    expect(other?.verdict).toBe('not-exercised');
  });

  it('breaks a promise of the ledger that any history broke, and says in which', () => {
    const ledger = new Map([['budget-kept', { cases: 3, findings: [finding] }]]);
    const [, kept] = settleDependencies([
      judgedAs('lost-reply/timeout', { ledger }),
      judgedAs('sender/budget-kept', { ledger: new Map([['budget-kept', { cases: 4, findings: [] }]]) }),
    ]);
    expect(kept).toMatchObject({ verdict: 'fail', why: '', cases: 7, sides: { sender: 'broken' } });
    expect(kept?.findings[0]?.attempt).toBe('lost-reply/timeout: one course');
  });
});
