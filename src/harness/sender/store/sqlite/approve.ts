import type { Constraint } from '../../constraints/constraint.js';
import { decideApprovals, previewed, refusalsOf, refusedBatch, type Decision } from '../decide-approvals.js';
import { renewalAct, toldVersion, versionToldBy } from '../approval-acts.js';
import type { ApprovalWritten, DataVersionEntry, NewApproval, SenderStore } from '../sender-store.js';
import type { Statements } from './statements.js';

type How = Parameters<SenderStore['approve']>[1];

/** Decides on a batch of approvals and writes what was decided. */
export function approve(
  statements: Statements,
  approvals: readonly NewApproval[],
  { betweenWrites, isPreview = false }: How,
  now: number,
): readonly ApprovalWritten[] {
  const decisions = decideApprovals(approvals, {
    known: ({ key, action }) => statements.approvalOf(key, action),
    counted: (constraint) => statements.counted(countingBy(constraint, now)),
    version: (object) => statements.dataVersion(object),
  });
  if (isPreview) return previewed(decisions, approvals, now);
  if (decisions.some(({ kind }) => kind === 'refused')) {
    for (const each of refusalsOf(approvals, decisions)) statements.refuse({ ...each, now });
    return refusedBatch(decisions);
  }
  return approvals.map((approval, index) => {
    const decision = decisions[index];
    if (decision === undefined || decision.kind === 'refused') throw new Error('Each is decided on.');
    return decision.kind === 'known'
      ? decision
      : write(statements, { approval, decision, now, betweenWrites });
  });
}

/** Writes down the latest version of an object's data, and who told it; the one before, or null. */
export function tellDataVersion(
  statements: Statements,
  { object, version, who, why }: DataVersionEntry,
  now: number,
): string | null {
  const before = statements.dataVersion(object) ?? null;
  statements.tellDataVersion({ object, version, now, who });
  const result = toldVersion({ object, version }, before);
  statements.logAct({ now, act: 'data-version', key: null, who, why, result });
  return before;
}

function countingBy(constraint: Constraint, now: number) {
  const { rule, on } = constraint;
  return constraint.kind === 'one'
    ? { rule, on, counts: constraint.lasts, since: 0 }
    : { rule, on, counts: constraint.kind, since: now - constraint.withinMs };
}

interface Writing {
  readonly approval: NewApproval;
  readonly decision: Extract<Decision, { kind: 'new' | 'renewal' }>;
  readonly now: number;
  readonly betweenWrites: () => void;
}

function write(statements: Statements, { approval, decision, now, betweenWrites }: Writing): ApprovalWritten {
  const { data, constraints, breaches: _, ...plain } = approval;
  const expiresAt = approval.expiresInMs === null ? null : now + approval.expiresInMs;
  const flat = { dataObject: data?.object ?? null, dataVersion: data?.version ?? null };
  const timed = { ...plain, ...flat, now, expiresAt };
  if (data !== null) {
    statements.learnDataVersion({ ...data, now, who: versionToldBy(approval) });
  }
  if (decision.kind === 'renewal') {
    statements.renewApproval(timed);
    statements.logAct({ now, key: approval.key, ...renewalAct(approval, decision.known) });
    return { kind: 'renewed', expiresAt };
  }
  statements.approve(timed);
  betweenWrites();
  statements.enqueue(timed);
  for (const { rule, on } of constraints) statements.count({ rule, on, key: approval.key, now });
  return { kind: 'recorded', expiresAt };
}
