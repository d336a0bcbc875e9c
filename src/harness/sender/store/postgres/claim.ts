import type { StoredRow } from '../../stored-row.js';
import { givenUp } from '../given-up.js';
import type { Claimed, ClaimTerms, RowChange } from '../sender-store.js';
import type { Transaction } from './connections.js';
import type { PostgresParts, TimedRow } from './parts.js';
import { drop, stand } from './settle.js';
import type { Statements } from './statements.js';

/**
 * Takes rows that are due and that nobody else is taking in this moment. Its commit waits for the disk: workers outlive
 * the server, and two of them must never hold the same fence.
 */
export function claim({ connections, sql }: PostgresParts, terms: ClaimTerms): Promise<Claimed> {
  return connections.transact(async (transaction) => {
    const rows = await dueRows(transaction, sql, terms);
    const [first] = rows;
    if (first === undefined)
      return { taken: [], exhausted: [], nextAt: await nextDueAt(transaction, sql, terms) };
    const { now } = first;
    const taken: StoredRow[] = [];
    const exhausted: RowChange[] = [];
    for (const { now: _, ...row } of rows) {
      const why = terms.exhausted(row, now);
      if (why === null) taken.push(row);
      else exhausted.push(await exhaust(transaction, sql, { row, why, terms }));
    }
    return { taken: await take(transaction, sql, { rows: taken, terms, now }), exhausted, nextAt: null };
  });
}

async function dueRows(
  { query }: Transaction,
  sql: Statements,
  { takeOverDelayMs, conflictsBelow, most }: ClaimTerms,
): Promise<readonly TimedRow[]> {
  const conflicts = conflictsBelow > 0 ? await query<TimedRow>(sql.dueConflicts, [conflictsBelow, most]) : [];
  return conflicts.length > 0 ? conflicts : query<TimedRow>(sql.due, [takeOverDelayMs, most]);
}

async function nextDueAt(
  { query }: Transaction,
  sql: Statements,
  { takeOverDelayMs }: ClaimTerms,
): Promise<number | null> {
  const [next] = await query<{ at: number | null }>(sql.nextDueAt, [takeOverDelayMs]);
  return next?.at ?? null;
}

async function take(
  { write }: Transaction,
  sql: Statements,
  { rows, terms, now }: { rows: readonly StoredRow[]; terms: ClaimTerms; now: number },
): Promise<readonly RowChange[]> {
  if (rows.length === 0) return [];
  const leaseUntil = now + terms.leaseMs;
  await write(sql.claim, [terms.worker, now, leaseUntil, rows.map(({ key }) => key)]);
  return rows.map((before) => {
    const { fence, attempts } = before;
    return {
      before,
      row: { ...before, state: 'processing', fence: fence + 1, attempts: attempts + 1, leaseUntil },
    };
  });
}

async function exhaust(
  transaction: Transaction,
  sql: Statements,
  { row: before, why, terms }: { row: StoredRow; why: string; terms: ClaimTerms },
): Promise<RowChange> {
  const row = givenUp(before, why);
  if (terms.exhaustedRow === 'dropped') await drop(transaction, sql, before.key);
  else await stand(transaction.write, sql, [row]);
  return { before, row };
}
