import type { Contract } from '../model/contract.js';
import type { Report } from '../model/report.js';
import type { Scenario } from '../model/scenario.js';
import { gradeToReach } from '../plan/levels.js';
import { weaker, type Grade } from '../model/verdict.js';
import type { Judged } from './judge-history.js';
import { policyFor } from './policy.js';
import { coreOfProof, proofOf } from './proof.js';

type Reason = Report['grade']['because'][number];

/** What must have been shown, not merely not refuted, before a grade of the retrying kind is given. */
const coreOfRetry = ['acceptance/creates-and-names-record', 'replay/same-record', 'lost-reply/timeout'];
const coreOfLookUp = ['lookup/finds-action', 'lookup/absent-is-definite', 'lookup/complete'];

/** What the receiver as a whole allows, why, and the sender policy that is safe with it. */
export function gradeOf(
  judged: readonly Judged[],
  contract: Contract,
  { required, complete, gone }: Pick<Report, 'complete' | 'gone'> & { readonly required: Grade | null },
): Report['grade'] {
  const shown = reachedBy(judged, contract);
  const { grade, because } = complete || shown.grade === 'unsafe' ? shown : cutShort(gone);
  const policy = policyFor(grade, contract);
  return { reached: grade, required, because, policy, proof: proofOf(judged, grade, contract) };
}

/** What was not reached might have lowered every grade but the lowest. */
function cutShort(gone: string | null): { readonly grade: null; readonly because: readonly Reason[] } {
  const reason = gone === null ? 'the run was interrupted' : 'the target was gone before the end of the run';
  return { grade: null, because: [{ requirement: null, reason }] };
}

function reachedBy(
  judged: readonly Judged[],
  contract: Contract,
): { readonly grade: Grade | null; readonly because: readonly Reason[] } {
  const caps = judged.flatMap((each) => capOf(each, judged));
  const capped = caps.reduce<Grade>((grade, cap) => weaker(grade, cap.grade), gradeToReach(contract));
  const because = caps
    .filter(({ grade }) => grade === capped)
    .map(({ requirement, reason }) => ({ requirement, reason }));
  if (capped === 'unsafe') return { grade: 'unsafe', because };
  const unsettled = judged.filter((each) => isOpen(each, capped)).map(({ scenario }) => scenario.id);
  const unshown =
    capped === 'reconcile-first'
      ? unsettled
      : [...new Set([...coreOfRetry.filter((id) => !isShown(judged, id, 'effect')), ...unsettled])];
  if (unshown.length > 0) {
    return {
      grade: null,
      because: unshown.map((id) => unshownReason(judged, id)),
    };
  }
  if (capped === 'reconcile-first') return reconcilable(judged, because, contract);
  if (because.length > 0) return { grade: capped, because };
  return { grade: capped, because: [{ requirement: null, reason: soundReason(judged, contract) }] };
}

/** True for what was begun and not settled, and would have lowered this grade had it failed. */
function isOpen({ level, verdict, scenario: { caps } }: Judged, grade: Grade): boolean {
  const undecided = verdict === 'inconclusive' || verdict === 'kit-error';
  return level === 'MUST' && undecided && weaker(weaker(caps.effect, caps.answer), grade) !== grade;
}

/**
 * Reconcile-first is only reached where look-ups were shown to be complete, exact and fresh, and where a sender that
 * looked first was seen to do nothing twice.
 */
function reconcilable(
  judged: readonly Judged[],
  because: readonly Reason[],
  contract: Contract,
): { readonly grade: Grade | null; readonly because: readonly Reason[] } {
  const looks = judged.filter(({ scenario: { id } }) => /^(?:lookup|reconcile)\//.test(id));
  // What a look-up says is in question here; that retries leave duplicates to be found is why it is needed.
  const wrong = looks
    .filter(({ verdict, sides }) => verdict === 'fail' && sides.answer === 'broken')
    .map(({ scenario }) => scenario.id);
  const unshown = coreOfLookUp.filter((id) => !isShown(judged, id, 'answer') && !wrong.includes(id));
  const basic =
    contract.mode === 'unguarded' && because.length === 0
      ? [{ requirement: null, reason: 'the contract offers no key: a blind retry makes a second record' }]
      : because;
  const lacking = [
    ...wrong.map((id) => ({
      requirement: id,
      reason: 'look-ups cannot be trusted, so there is no way to find out first',
    })),
    ...unshown.map((id) => ({
      requirement: id,
      reason: `look-ups were not shown to be good enough: ${whyNot(judged, id)}`,
    })),
  ];
  if (lacking.length > 0) return { grade: 'unsafe', because: [...basic, ...lacking] };
  // That look-ups are good is the ground of the policy, and no proof of it.
  const unproven = coreOfProof.filter((id) => !isShown(judged, id, 'effect'));
  return unproven.length > 0
    ? { grade: null, because: [...basic, ...unproven.map((id) => unshownReason(judged, id))] }
    : { grade: 'reconcile-first', because: basic };
}

function capOf(
  { scenario, sides, findings, verdict }: Judged,
  judged: readonly Judged[],
): readonly (Reason & { readonly grade: Grade })[] {
  if (verdict === 'kit-error' || (verdict === 'blocked' && !breaksByItself(sides, scenario, judged)))
    return [];
  const side = sides.effect === 'broken' ? 'effect' : sides.answer === 'broken' ? 'answer' : null;
  if (side === null) return [];
  const sentence = findings.find(({ about }) => about === side)?.sentence ?? scenario.title;
  return [{ requirement: scenario.id, reason: sentence, grade: scenario.caps[side] }];
}

/** What is blocked by a ground that only says the wrong thing, and does the wrong thing itself, weighs all the same. */
function breaksByItself(sides: Judged['sides'], { dependsOn }: Scenario, judged: readonly Judged[]): boolean {
  const explained = judged.some(
    ({ scenario, verdict, sides: { effect } }) =>
      dependsOn.includes(scenario.id) && verdict === 'fail' && effect === 'broken',
  );
  return sides.effect === 'broken' && !explained;
}

/** True where that side of a requirement was seen to hold, though the other may be broken. */
function isShown(judged: readonly Judged[], id: string, side: 'effect' | 'answer'): boolean {
  return judged.some(({ scenario, verdict, sides }) => {
    const holds = verdict === 'pass' || (verdict === 'fail' && sides[side] === 'holds');
    return scenario.id === id && holds;
  });
}

function unshownReason(judged: readonly Judged[], id: string): Reason {
  return { requirement: id, reason: `not shown: ${whyNot(judged, id)}` };
}

function whyNot(judged: readonly Judged[], id: string): string {
  const found = judged.find(({ scenario }) => scenario.id === id);
  if (found === undefined) return 'it was not selected';
  return found.why === '' ? found.verdict : `${found.verdict}, ${found.why}`;
}

function soundReason(judged: readonly Judged[], contract: Contract): string {
  const must = judged.filter(({ level }) => level === 'MUST');
  const passes = must.filter(({ verdict }) => verdict === 'pass');
  const partly = passes.filter(({ leftOut }) => leftOut.length > 0).length;
  const open = must.filter(({ verdict }) => verdict === 'not-exercised').length;
  const unsettled = must.filter(({ verdict }) => verdict === 'inconclusive').length;
  return [
    `${passes.length} requirements of level MUST hold for mode ${contract.mode}`,
    ...(contract.mode === 'key' && contract.claims.replay === 'error_only'
      ? ['a repeat gets an error that need not name the record, so a look-up has to']
      : []),
    ...(partly > 0 ? [`${partly} of them were tried in part`] : []),
    ...(open > 0 ? [`${open} of that level were not exercised`] : []),
    ...(unsettled > 0 ? [`${unsettled} were not settled`] : []),
  ].join('; ');
}
