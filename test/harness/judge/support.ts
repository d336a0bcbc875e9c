import type { Judged } from '../../../src/harness/judge/judge-history.js';
import { notExercised } from '../../../src/harness/judge/judge-history.js';
import type { Invariant, InvariantResult } from '../../../src/harness/model/invariant.js';
import type { Scenario } from '../../../src/harness/model/scenario.js';
import { scenarios } from '../../../src/scenarios/index.js';

/** A requirement of the catalogue as if it had been judged: passed, unless the test says otherwise. */
export function judgedAs(id: string, what: Partial<Judged> = {}): Judged {
  const scenario = scenarios.find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`There is no requirement ${id}.`);
  const passed = { effect: 'holds', answer: 'holds', sender: 'not-judged' } as const;
  return {
    ...notExercised(scenario, 'MUST', []),
    verdict: 'pass',
    why: '',
    cases: 1,
    sides: passed,
    ...what,
  };
}

/** The same, failed in what the receiver holds or in what it says. */
export function failedIn(about: 'effect' | 'answer', id: string, what: Partial<Judged> = {}): Judged {
  const seen = {
    attempt: 'one course',
    action: 'task',
    sentence: `${id} is broken.`,
    expected: '',
    actual: '',
  };
  return judgedAs(id, {
    verdict: 'fail',
    sides: { effect: 'holds', answer: 'holds', sender: 'not-judged', [about]: 'broken' },
    findings: [{ ...seen, events: [1], invariant: 'any', about }],
    ...what,
  });
}

/** An invariant that finds what it is told to find. */
export function finding(result: InvariantResult, about: Invariant['about'] = 'effect'): Invariant {
  return { id: `${about}-${result.kind}`, about, promise: 'Anything.', check: () => result };
}

/** A scenario that is judged by these invariants. */
export function scenarioOf(...invariants: readonly Invariant[]): Scenario {
  return { ...judgedAs('replay/same-record').scenario, invariants };
}
