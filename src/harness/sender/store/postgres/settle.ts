import type { RowState } from '../../../model/outbox-row.js';
import type { StoredRow } from '../../stored-row.js';
import type { ActEntry, Ending, RowChange, Standing } from '../sender-store.js';
import type { Transaction } from './connections.js';
import { keepable } from './keepable.js';
import type { TimedRow } from './parts.js';
import type { Statements } from './statements.js';

/** Writes what a claim has come to, and lets whoever waits for its aggregate know; null where it is no longer held. */
export async function settle(
  { query, isAgain }: Transaction,
  sql: Statements,
  ending: Ending,
): Promise<RowChange | null> {
  const { key, fence, state, exchange, outcome, underFence, givesBackAttempt = false } = ending;
  const [found] = await query<TimedRow & { readonly result: string | null }>(sql.lockHeld, [key, fence]);
  if (found === undefined) return null;
  const { now, result, ...before } = found;
  const change = ending.standing(before);
  // The commit was heard of by nobody, and went well.
  const isWritten = isAgain && result === state;
  const attempts = before.attempts - (givesBackAttempt && !isWritten ? 1 : 0);
  const after: RowChange = { before, row: { ...before, ...change, attempts, leaseUntil: null } };
  if (isWritten) return after;
  const done = !underFence || (before.fence === fence && before.state === 'processing');
  if (done) await stand({ query }, sql, { key, ...change });
  if (done && givesBackAttempt) await query(sql.giveBack, [key]);
  await query(sql.end, [key, fence, now, keepable(exchange), outcome, done ? state : 'fenced']);
  if (done && isFinal(state)) await query(sql.notify, []);
  return done ? after : null;
}

/** Writes an operator's act, and its change where the row is still as it was seen. */
export async function operate(
  { query }: Transaction,
  sql: Statements,
  entry: ActEntry,
): Promise<StoredRow | null> {
  const { act, who, why, row, change, renewsBudget } = entry;
  const { key } = row;
  const [found] = await query<TimedRow>(sql.lock, [key]);
  if (found === undefined) return null;
  const { now, ...before } = found;
  const done = change === null || (before.fence === row.fence && before.state === row.state);
  if (done && change !== null) await stand({ query }, sql, { ...row, ...change });
  if (done && renewsBudget) await query(sql.renewBudget, [key, now]);
  await query(sql.act, [now, act, key, who, why, done ? entry.result : 'moved-on']);
  if (!done) return null;
  if (change === null) return before;
  await query(sql.notify, []);
  const renewed = renewsBudget ? { attempts: 0, budgetFrom: now } : {};
  return { ...row, ...change, ...renewed, leaseUntil: null };
}

/** Writes the standing of a row that is locked. */
export async function stand(
  { query }: Pick<Transaction, 'query'>,
  sql: Statements,
  { key, state, remoteId, nextAt, firstSentAt, inDoubt, ...rest }: Standing & { readonly key: string },
): Promise<void> {
  const { acceptance, advice, lastOutcome, reason } = rest;
  const values = [key, state, keepable(remoteId), nextAt, firstSentAt, inDoubt, keepable(acceptance)];
  await query(sql.stand, [...values, advice, lastOutcome, keepable(reason)]);
}

/** Forgets a row and its approval; no sound sender does this. */
export async function drop(
  { query }: Pick<Transaction, 'query'>,
  sql: Statements,
  key: string,
): Promise<void> {
  await query(sql.dropRow, [key]);
  await query(sql.dropApproval, [key]);
}

function isFinal(state: RowState): boolean {
  return state === 'sent' || state === 'failed';
}
