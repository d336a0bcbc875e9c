import type { ApprovalWritten, KnownApproval, NewApproval, SenderStore } from '../sender-store.js';
import type { Transaction } from './connections.js';
import type { PostgresParts } from './parts.js';
import type { Statements } from './statements.js';

type Writing = Parameters<SenderStore['approve']>[1];

/** Writes approvals and their rows in one transaction, and tells whoever waits for work. */
export function approve(
  { connections, sql }: PostgresParts,
  approvals: readonly NewApproval[],
  { writes, betweenWrites }: Writing,
): Promise<readonly ApprovalWritten[]> {
  if (writes === 'apart') return approveApart({ connections, sql }, approvals, betweenWrites);
  return connections.transact(async (transaction) => {
    await lockAggregates(transaction, sql, approvals);
    const written: ApprovalWritten[] = [];
    for (const approval of approvals) {
      const each = await writeApproval(transaction, sql, approval);
      written.push(each.written);
      if (each.approvedAt === null) continue;
      betweenWrites();
      await enqueue(transaction, sql, approval, each.approvedAt);
    }
    await transaction.query(sql.notify, []);
    return written;
  });
}

/** Two transactions on one aggregate follow each other; always in the same order, so that none waits for the other. */
async function lockAggregates(
  { query }: Transaction,
  sql: Statements,
  approvals: readonly NewApproval[],
): Promise<void> {
  const aggregates = new Set(approvals.map(({ aggregate }) => aggregate).filter((each) => each !== null));
  for (const aggregate of [...aggregates].toSorted()) await query(sql.orderAggregate, [aggregate]);
}

async function writeApproval(
  { query }: Transaction,
  sql: Statements,
  approval: NewApproval,
): Promise<{ readonly written: ApprovalWritten; readonly approvedAt: number | null }> {
  const { key, action, marker, credential, payloadHash, aggregate, expiresInMs } = approval;
  // One that was there is gone again only where a flawed sender has dropped it meanwhile.
  for (;;) {
    const values = [key, action, marker, credential, payloadHash, aggregate, expiresInMs];
    const [made] = await query<{ approvedAt: number; expiresAt: number | null }>(sql.approve, values);
    if (made !== undefined) {
      const { approvedAt, expiresAt } = made;
      return { written: { kind: 'recorded', expiresAt }, approvedAt };
    }
    const [known] = await query<KnownApproval>(sql.known, [key, action]);
    if (known !== undefined) return { written: { kind: 'known', approval: known }, approvedAt: null };
  }
}

async function enqueue(
  { query }: Transaction,
  sql: Statements,
  { key, request, aggregate }: NewApproval,
  approvedAt: number,
): Promise<void> {
  await query(sql.enqueue, [key, request, aggregate, approvedAt]);
}

async function approveApart(
  { connections, sql }: PostgresParts,
  approvals: readonly NewApproval[],
  betweenWrites: () => void,
): Promise<readonly ApprovalWritten[]> {
  const written: ApprovalWritten[] = [];
  for (const approval of approvals) {
    const each = await connections.transact((transaction) => writeApproval(transaction, sql, approval));
    written.push(each.written);
    const { approvedAt } = each;
    if (approvedAt === null) continue;
    betweenWrites();
    await connections.transact((transaction) => enqueue(transaction, sql, approval, approvedAt));
  }
  await connections.ask(sql.notify, []);
  return written;
}
