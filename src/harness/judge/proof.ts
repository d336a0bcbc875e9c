import type { Contract } from '../model/contract.js';
import type { Proof } from '../model/report.js';
import { counted } from '../model/spelled.js';
import type { Grade } from '../model/verdict.js';
import { familyOf } from '../plan/levels.js';
import type { Judged } from './judge-history.js';

/** Without these a policy to look up first is not proven. */
export const coreOfProof: readonly string[] = [
  'reconcile/lost-replies',
  'reconcile/lost-requests',
  'reconcile/dead-workers',
];

/** What the runs of a sender that looks first say of that policy; null where nobody is advised to, and nothing speaks against it. */
export function proofOf(judged: readonly Judged[], grade: Grade | null, contract: Contract): Proof | null {
  const runs = judged.filter(({ scenario }) => familyOf(scenario.id) === 'reconcile');
  const binding = runs.filter(({ scenario }) => scenario.level !== 'SURVEY');
  // What is wrong in answer alone is a look-up that missed what was done, and a key that saved the action.
  const broken = binding.filter(({ sides }) => sides.effect === 'broken' || sides.answer === 'broken');
  const unshown = coreOfProof.filter((id) => !runs.some((each) => each.scenario.id === id && holds(each)));
  const verdict = broken.length > 0 ? 'refuted' : unshown.length > 0 ? 'not shown' : 'proven';
  if (runs.length === 0 || !isTold(verdict, grade, contract)) return null;
  const against = broken.length > 0 ? broken.map(({ scenario }) => scenario.id) : unshown;
  const cases = binding.reduce((sum, each) => sum + casesOf(each), 0);
  const notCovered = runs.flatMap((each) => gapsOf(each));
  const sentence = sentenceOf(verdict, cases, against);
  return {
    verdict,
    cases,
    against,
    notCovered,
    text: [sentence, ...notCovered.map((gap) => `Not covered: ${gap}.`)],
  };
}

/** A proof of what nobody is advised to do would mislead; what refutes it is told wherever it might have been the advice. */
function isTold(verdict: Proof['verdict'], grade: Grade | null, { mode }: Contract): boolean {
  if (verdict === 'proven') return grade === 'reconcile-first';
  return (
    mode === 'unguarded' || (verdict === 'refuted' && grade !== 'retry-safe' && grade !== 'duplicate-safe')
  );
}

function holds({ verdict, sides }: Judged): boolean {
  return verdict === 'pass' || (verdict === 'fail' && sides.effect === 'holds' && sides.answer !== 'broken');
}

/** Each action whose records were counted is one case. */
function casesOf({ view }: Judged): number {
  return view?.tries.flatMap((each) => each.of('observed')).filter(({ count }) => count !== null).length ?? 0;
}

function sentenceOf(verdict: Proof['verdict'], cases: number, against: readonly string[]): string {
  switch (verdict) {
    case 'proven':
      return `Policy proven: the sender was run with it under faults, ${counted(cases, 'case')}, no duplicate and nothing lost.`;
    case 'refuted':
      return `Policy refuted: a sender that looked first did not end with one record of each action, or a look-up missed what was done (${against.join(', ')}; ${counted(cases, 'case')}).`;
    case 'not shown':
      return `Policy not proven: ${against.join(', ')} ${against.length === 1 ? 'was' : 'were'} not shown.`;
  }
}

/** What was left out, and what a survey saw go wrong. */
function gapsOf({ scenario, verdict, missing, leftOut, findings, sides }: Judged): readonly string[] {
  if (verdict === 'not-exercised') return [`${scenario.id} (needs ${missing.join(', ')})`];
  const untried = leftOut.map(
    ({ try: name, needs }) => `${scenario.id}, ${name} (needs ${needs.join(', ')})`,
  );
  if (scenario.level !== 'SURVEY' || sides.effect !== 'broken') return untried;
  const seen = [...new Set(findings.map(({ action, attempt }) => action ?? attempt))];
  return [...untried, ...seen.map((what) => `a request that is ${what}: it is done twice`)];
}
