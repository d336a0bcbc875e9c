import type { Judged, JudgedFinding } from './judge-history.js';

const mostLedgerFindings = 20;

/**
 * What follows from all histories of a run together: requirements that stand on a failed one are blocked, and a
 * promise of the sender's ledger that was broken in any history is broken.
 */
export function settleDependencies(judged: readonly Judged[]): readonly Judged[] {
  const failed = new Set(
    judged.filter(({ verdict }) => verdict === 'fail').map(({ scenario }) => scenario.id),
  );
  return judged.map((each) => withLedger(blockedBy(each, failed), judged));
}

function blockedBy(each: Judged, failed: ReadonlySet<string>): Judged {
  const ground = each.scenario.dependsOn.find((id) => failed.has(id));
  // What is blocked already was so by a target that was gone, which stays its reason.
  if (ground === undefined || each.verdict === 'not-exercised' || each.verdict === 'blocked') return each;
  // What it saw of claims was seen through the same defect, so it is not told.
  return { ...each, verdict: 'blocked', why: `stands on ${ground}, which failed`, observations: [] };
}

function withLedger(each: Judged, all: readonly Judged[]): Judged {
  const [family, promise] = each.scenario.id.split('/');
  if (family !== 'sender' || promise === undefined || each.verdict === 'not-exercised') return each;
  const elsewhere = all
    .filter((other) => other.scenario.id !== each.scenario.id)
    .flatMap((other) => other.ledger.get(promise)?.findings.map((finding) => inOther(other, finding)) ?? []);
  const looked = all.reduce((sum, other) => sum + (other.ledger.get(promise)?.cases ?? 0), 0);
  if (elsewhere.length === 0) return { ...each, cases: Math.max(each.cases, looked) };
  return {
    ...each,
    cases: Math.max(each.cases, looked),
    verdict: each.verdict === 'kit-error' ? each.verdict : 'fail',
    why: '',
    sides: { ...each.sides, sender: 'broken' },
    findings: [...each.findings, ...elsewhere].slice(0, mostLedgerFindings),
  };
}

function inOther(other: Judged, finding: JudgedFinding): JudgedFinding {
  return { ...finding, attempt: `${other.scenario.id}: ${finding.attempt}` };
}
