import type { RowState } from '../../../model/outbox-row.js';
import type { StoredRow } from '../../stored-row.js';
import type { ActEntry, Ending, RowChange, Standing } from '../sender-store.js';
import type { Transaction, Write } from './connections.js';
import { decided, type InGroup } from './grouped.js';
import { keepable } from './keepable.js';
import type { TimedRow } from './parts.js';
import type { Statements } from './statements.js';

/** What one claim has come to: what its row was and is, and what is to be written of it. */
interface Settled {
  /** Null where the row is no longer held. */
  readonly change: RowChange | null;
  readonly standing: StandingOf | null;
  readonly isGivenBack: boolean;
  /** Null where it is written already. */
  readonly end: AttemptEnd | null;
  /** Whether another action may be due with it. */
  readonly makesWay: boolean;
}

interface AttemptEnd extends Pick<Ending, 'key' | 'fence' | 'exchange' | 'outcome'> {
  readonly at: number;
  readonly result: RowState | 'fenced';
}

interface HeldRow extends TimedRow {
  /** Whether the next action of an aggregate may wait for it. */
  readonly isOrdered: boolean;
}

/** Writes what claims have come to, and lets whoever waits for the next action of an aggregate know; null for each that is no longer held. */
export async function settle(
  { query, write, isAgain }: Transaction,
  sql: Statements,
  endings: readonly Ending[],
): Promise<readonly InGroup<RowChange | null>[]> {
  const keys = endings.map(({ key }) => key);
  const fences = endings.map(({ fence }) => fence);
  const found = await query<HeldRow>(sql.lockHeld, [keys]);
  const rows = new Map(found.map((row) => [row.key, row]));
  const logged = isAgain
    ? await query<Pick<AttemptEnd, 'key' | 'result'>>(sql.resultsOf, [keys, fences])
    : [];
  const results = new Map(logged.map(({ key, result }) => [key, result]));
  const became = endings.map((ending) =>
    // Where the commit of an earlier try was heard of by nobody, and went well, it is in the log.
    decided(() => settled(rows.get(ending.key), ending, results.get(ending.key) === ending.state)),
  );
  const all = became.flatMap((each) => (each.kind === 'done' ? [each.result] : []));
  await stand(
    write,
    sql,
    all.map(({ standing }) => standing).filter((each) => each !== null),
  );
  const givenBack = all.flatMap(({ end, isGivenBack }) => (isGivenBack && end !== null ? [end.key] : []));
  if (givenBack.length > 0) await write(sql.giveBack, [givenBack]);
  await endAttempts(
    write,
    sql,
    all.map(({ end }) => end).filter((each) => each !== null),
  );
  if (all.some(({ makesWay }) => makesWay)) await write(sql.notify, []);
  return became.map((each) => (each.kind === 'done' ? { kind: 'done', result: each.result.change } : each));
}

function settled(found: HeldRow | undefined, ending: Ending, isWritten: boolean): Settled {
  const none = { change: null, standing: null, isGivenBack: false, end: null, makesWay: false };
  if (found === undefined) return none;
  const { key, fence, state, exchange, outcome, underFence, givesBackAttempt = false } = ending;
  const { now, isOrdered, ...before } = found;
  const standing = ending.standing(before);
  const attempts = before.attempts - (givesBackAttempt && !isWritten ? 1 : 0);
  const change: RowChange = { before, row: { ...before, ...standing, attempts, leaseUntil: null } };
  if (isWritten) return { ...none, change };
  const end = { key, fence, at: now, exchange, outcome };
  const isHeld = before.fence === fence && before.state === 'processing';
  if (underFence && !isHeld) return { ...none, end: { ...end, result: 'fenced' } };
  return {
    change,
    standing: { key, ...standing },
    isGivenBack: givesBackAttempt,
    end: { ...end, result: state },
    makesWay: isOrdered && isFinal(state),
  };
}

async function endAttempts(write: Write, sql: Statements, ends: readonly AttemptEnd[]): Promise<void> {
  if (ends.length === 0) return;
  await write(sql.end, [
    ends.map(({ key }) => key),
    ends.map(({ fence }) => fence),
    ends.map(({ at }) => at),
    ends.map(({ exchange }) => keepable(exchange)),
    ends.map(({ outcome }) => outcome),
    ends.map(({ result }) => result),
  ]);
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
  if (done && change !== null) await stand(query, sql, [{ ...row, ...change }]);
  if (done && renewsBudget) await query(sql.renewBudget, [key, now]);
  await query(sql.act, [now, act, key, who, why, done ? entry.result : 'moved-on']);
  if (!done) return null;
  if (change === null) return before;
  await query(sql.notify, []);
  const renewed = renewsBudget ? { attempts: 0, budgetFrom: now } : {};
  return { ...row, ...change, ...renewed, leaseUntil: null };
}

/** The standing of the row of that key. */
type StandingOf = Standing & { readonly key: string };

/** Writes the standings of rows that are locked. */
export async function stand(write: Write, sql: Statements, standings: readonly StandingOf[]): Promise<void> {
  if (standings.length === 0) return;
  await write(sql.stand, [
    standings.map(({ key }) => key),
    standings.map(({ state }) => state),
    standings.map(({ remoteId }) => keepable(remoteId)),
    standings.map(({ nextAt }) => nextAt),
    standings.map(({ firstSentAt }) => firstSentAt),
    standings.map(({ inDoubt }) => inDoubt),
    standings.map(({ acceptance }) => keepable(acceptance)),
    standings.map(({ advice }) => advice),
    standings.map(({ lastOutcome }) => lastOutcome),
    standings.map(({ reason }) => keepable(reason)),
  ]);
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
