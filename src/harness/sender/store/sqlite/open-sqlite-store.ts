import type { Database } from 'better-sqlite3';
import type { Clock } from '../../../model/clock.js';
import type { StoredRow } from '../../stored-row.js';
import type { Dossier } from '../dossier.js';
import type { LedgerFigures } from '../ledger-figures.js';
import { givenUp } from '../given-up.js';
import type { ActEntry, Claimed, ClaimTerms, Ending, RowChange, SenderStore } from '../sender-store.js';
import { approve, tellDataVersion } from './approve.js';
import { openDatabase } from './open-database.js';
import { openingOf } from './opening.js';
import { switchSends } from './switch-sends.js';
import { statementsOf, type Statements } from './statements.js';
import { transactionsOf } from './transactions.js';

/** How the sender's file is used. */
interface SqliteOptions {
  /** The ledger's time. */
  readonly clock: Clock;
  /**
   * What a commit waits for: FULL (unless given) for the disk, so that it outlives a loss of power; NORMAL for the
   * system alone, so that it outlives the process.
   */
  readonly synchronous?: 'FULL' | 'NORMAL';
}

/** A file, or a database that was lent. */
export type LedgerPlace = string | Database;

/**
 * Opens the ledger in an SQLite file, which several processes may share, or in a database that was lent and stays open;
 * throws a KitError where the file cannot be used. Each transaction is over when its method returns: what is promised is there already.
 */
export function openSqliteStore(place: LedgerPlace, options: SqliteOptions): SenderStore {
  const { clock, synchronous = 'FULL' } = options;
  const database = typeof place === 'string' ? openDatabase(place, synchronous) : place;
  const opening = openingOf(database);
  const statements = statementsOf(opening);
  const { together, togetherUnsynced } = transactionsOf(opening, synchronous);
  const now = (): number => clock.now();
  const lookAt = (row: StoredRow | undefined) => (row === undefined ? null : { row, now: now() });
  return {
    now,
    approve: (approvals, how) =>
      promised(() => {
        const writeAll = () => approve(statements, approvals, how, now());
        return how.writes === 'together' ? together(writeAll) : writeAll();
      }),
    claim: (terms) => promised(() => togetherUnsynced(() => claim(statements, terms, now()))),
    look: (key) => promised(() => lookAt(statements.row(key))),
    lookAtAction: (action) => promised(() => lookAt(statements.rowOf(action))),
    actionOf: (remoteId) => promised(() => statements.actionOf(remoteId)),
    dossier: (key) => promised(() => together(() => dossierOf(statements, key))),
    lastEnd: (key, timeoutMs) => promised(() => statements.lastEnd(key, timeoutMs)),
    recordSend: ({ key, fence }, refuses) =>
      promised(() =>
        together(() => {
          const row = statements.row(key);
          if (row === undefined) return null;
          const at = now();
          const why = refuses(row, at, statements.pause() !== null);
          if (why !== null) return why;
          statements.markSent(key, at);
          statements.logSend({ key, fence, now: at });
          return row;
        }),
      ),
    recordHeld: (hold) => promised(() => void statements.logEnd({ ...hold, ...nothingSent, now: now() })),
    settle: (ending) => promised(() => together(() => settle(statements, ending, now()))),
    operate: (entry) => promised(() => together(() => operate(statements, entry, now()))),
    switchSends: (entry) => promised(() => together(() => switchSends(statements, entry, now()))),
    tellDataVersion: (entry) => promised(() => together(() => tellDataVersion(statements, entry, now()))),
    pause: () => promised(() => statements.pause()),
    figures: () => promised(() => figuresOf(statements, now())),
    drop: (key) => promised(() => statements.drop(key)),
    rewriteRequest: (action, rewrite) =>
      promised(() => {
        const row = statements.rowOf(action);
        if (row !== undefined) statements.rewriteRequest(row.key, rewrite(row.request));
        return row !== undefined;
      }),
    rows: () => promised(() => statements.rows()),
    ledger: () => promised(() => ({ rows: statements.rows(), approvals: statements.approvedKeys() })),
    notices: () => 0,
    // Nobody tells of what another process has written into the file.
    wait: async (_, ms, signal) => waited(clock, Math.min(ms, pollMs), signal),
    close: () =>
      promised(() => {
        opening.end();
        if (database !== place) database.close();
      }),
  };
}

const nothingSent = { exchange: null, outcome: null, result: 'held' } as const;

const pollMs = 50;

/** Resolves after `ms`, or when the signal is aborted. */
function waited(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return clock.sleep(ms, signal).catch(() => undefined);
}

/** Runs `work` at once; what it throws becomes a rejection. */
function promised<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(work()));
}

function claim(statements: Statements, terms: ClaimTerms, now: number): Claimed {
  const { most, takeOverDelayMs, conflictsBelow } = terms;
  if (statements.pause() !== null) return { taken: [], exhausted: [], nextAt: null };
  const conflicts = conflictsBelow > 0 ? statements.nextConflicts({ conflictsBelow, most }) : [];
  const rows = conflicts.length > 0 ? conflicts : statements.nextDue({ now, takeOverDelayMs, most });
  if (rows.length === 0) return { taken: [], exhausted: [], nextAt: statements.nextDueAt(takeOverDelayMs) };
  const taken: RowChange[] = [];
  const exhausted: RowChange[] = [];
  for (const row of rows) {
    const why = terms.exhausted(row, now);
    if (why === null) taken.push(take(statements, row, terms, now));
    else exhausted.push(exhaust(statements, row, terms, why));
  }
  return { taken, exhausted, nextAt: null };
}

function figuresOf(statements: Statements, now: number): LedgerFigures {
  const figures = statements.figures(now);
  if (figures === undefined) throw new Error('A count has one row.');
  return figures;
}

function dossierOf(statements: Statements, key: string): Dossier | null {
  const row = statements.row(key);
  const approval = statements.approvalDetails(key);
  if (row === undefined || approval === undefined) return null;
  return { row, ...approval, attempts: statements.attemptsOf(key), acts: statements.actsOn(key) };
}

function take(
  statements: Statements,
  before: StoredRow,
  { worker, leaseMs }: ClaimTerms,
  now: number,
): RowChange {
  const fence = before.fence + 1;
  const attempts = before.attempts + 1;
  const leaseUntil = now + leaseMs;
  statements.claim({ key: before.key, fence, worker, leaseUntil, now });
  statements.logClaim({ key: before.key, fence, number: attempts, worker, now, leaseUntil });
  return { before, row: { ...before, state: 'processing', fence, leaseUntil, attempts } };
}

function exhaust(
  statements: Statements,
  before: StoredRow,
  { exhaustedRow }: ClaimTerms,
  reason: string,
): RowChange {
  const row = givenUp(before, reason);
  if (exhaustedRow === 'dropped') statements.drop(before.key);
  else statements.settle({ ...row, from: before.state });
  return { before, row };
}

function settle(statements: Statements, ending: Ending, now: number): RowChange | null {
  const { key, fence, state, exchange, outcome, underFence, standing, givesBackAttempt = false } = ending;
  const before = statements.row(key);
  if (before === undefined) return null;
  const change = { ...standing(before), key, fence };
  const done = underFence
    ? statements.settle({ ...change, from: 'processing' })
    : statements.overwrite(change);
  statements.logEnd({ key, fence, now, exchange, outcome, result: done ? state : 'fenced' });
  if (!done) return null;
  if (givesBackAttempt) statements.giveBack(key);
  const attempts = before.attempts - (givesBackAttempt ? 1 : 0);
  return { before, row: { ...before, ...change, attempts, fence: before.fence, leaseUntil: null } };
}

function operate(statements: Statements, entry: ActEntry, now: number): StoredRow | null {
  const { act, who, why, row, change, renewsBudget } = entry;
  const done = change === null || statements.settle({ ...row, ...change, from: row.state });
  if (done && renewsBudget) statements.renewBudget(row.key, now);
  statements.logAct({ now, act, key: row.key, who, why, result: done ? entry.result : 'moved-on' });
  return done ? (statements.row(row.key) ?? null) : null;
}
