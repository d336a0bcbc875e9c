import type { EventOf } from '../model/event.js';
import type { RowFacts } from '../model/outbox-row.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries, spelledMs, stampLagMs } from './reading.js';

/** An attempt with what came before it since its budget began: at the approval, or when an operator gave a new one. */
interface Attempt {
  readonly claim: EventOf<'row-claimed'>;
  readonly budgetFrom: EventOf<'approval-recorded'> | EventOf<'operator-acted'>;
  readonly number: number;
}

/** Attempts end where the policy says so; then a person decides. */
export const budgetKept: Invariant = {
  id: 'budget-kept',
  about: 'sender',
  promise:
    'Attempts never pass the budget; an exhausted row is blocked and is not sent again without an operator.',
  check: (history) => {
    const lagMs = stampLagMs(history);
    const { cases, findings } = overTries(history, (each) => {
      const attempts = overCases(
        each.of('approval-recorded').flatMap((approval) => attemptsOf(each, approval)),
        (attempt) => tooMuch(each, attempt, lagMs),
      );
      const rows = each.of('ledger-counted').at(-1)?.rows ?? [];
      const left = rows.flatMap((row) => neverBlocked(each, row) ?? []);
      return { cases: attempts.cases, findings: [...attempts.findings, ...left] };
    });
    return resultOf(cases, findings, 'no attempt was made');
  },
};

function attemptsOf(each: TryView, approval: EventOf<'approval-recorded'>): readonly Attempt[] {
  const renewals = each.of('operator-acted').filter(({ act, action, result }) => {
    return action === approval.action && act === 'unblock' && result === 'unblocked';
  });
  const claims = each.of('row-claimed').filter(({ row }) => row.action === approval.action);
  return claims.map((claim) => {
    const budgetFrom = renewals.findLast(({ seq }) => seq < claim.seq) ?? approval;
    const counted = claims.filter(({ seq }) => seq > budgetFrom.seq && seq <= claim.seq);
    return { claim, budgetFrom, number: counted.length };
  });
}

function tooMuch(each: TryView, { claim, budgetFrom, number }: Attempt, lagMs: number): Broken | null {
  const { maxAttempts, deadlineMs } = each.policy;
  const lateMs = claim.at - (budgetFrom.at + deadlineMs);
  if (number <= maxAttempts && lateMs < lagMs) return null;
  const tooMany = number > maxAttempts;
  return {
    attempt: each.name,
    action: claim.row.action,
    sentence: tooMany
      ? 'The sender went on trying after its attempts were used up, and asked nobody.'
      : 'The sender went on trying after its deadline, and asked nobody.',
    expected: tooMany
      ? `at most ${maxAttempts} attempts, then blocked until an operator decides`
      : `no attempt later than ${spelledMs(deadlineMs)} after the budget began, then blocked`,
    actual: tooMany
      ? `attempt ${number}`
      : `an attempt ${spelledMs(claim.at - budgetFrom.at)} after the budget began`,
    events: [budgetFrom.seq, claim.seq],
  };
}

/** A row with nothing left of its budget that still waits for another attempt. */
function neverBlocked(each: TryView, row: RowFacts): Broken | null {
  const waits = row.state === 'pending' || row.state === 'unknown';
  const ledger = each.of('ledger-counted').at(-1);
  if (!waits || row.attempts < each.policy.maxAttempts || ledger === undefined) return null;
  return {
    attempt: each.name,
    action: row.action,
    sentence: 'An action whose attempts are used up was left waiting instead of being shown to an operator.',
    expected: 'the row is blocked',
    actual: `the row is ${row.state} after ${row.attempts} attempts`,
    events: [ledger.seq],
  };
}
