import Database from 'better-sqlite3';
import type { CredentialName } from '../model/action.js';
import type { RowState } from '../model/outbox-row.js';
import { KitError } from '../model/kit-error.js';
import type { OutcomeKind, RetryAdvice } from '../model/outcome.js';
import { schema, schemaVersion } from './schema.js';
import type { StoredRow } from './stored-row.js';

/** An approval as it is written; `expiresAt` in milliseconds since the epoch. */
interface NewApproval {
  readonly key: string;
  readonly action: string;
  readonly marker: string;
  readonly credential: CredentialName;
  readonly payloadHash: string;
  readonly now: number;
  readonly expiresAt: number | null;
}

/** What decides which row is due; `takeOverDelayMs` null keeps every processing row where it is. */
interface DueQuery {
  readonly now: number;
  readonly takeOverDelayMs: number | null;
  /** Conflicts with fewer attempts than this are due again; 0 in a sound sender. */
  readonly conflictsBelow: number;
}

/** A change of a row's standing; null for `firstSentAt` forgets it. */
export interface Settling {
  readonly key: string;
  readonly fence: number;
  /** The state that the row must be in. */
  readonly from: RowState;
  readonly state: RowState;
  readonly remoteId: string | null;
  readonly nextAt: number | null;
  readonly firstSentAt: number | null;
  readonly inDoubt: 0 | 1;
  readonly acceptance: string | null;
  readonly advice: RetryAdvice | null;
  readonly lastOutcome: OutcomeKind | null;
  readonly reason: string | null;
}

/** How an attempt ended, for the attempts log. */
interface AttemptEnd {
  readonly key: string;
  readonly fence: number;
  readonly now: number;
  readonly exchange: string | null;
  readonly outcome: OutcomeKind | null;
  readonly result: RowState | 'fenced' | 'held';
}

/** The sender's tables on disk; every method is one statement, and `together` makes one transaction of several. */
export type SenderStore = ReturnType<typeof openStore>;

/** Opens the sender's file, and lays out its tables where it is new; throws a KitError where it is not one of ours. */
export function openStore(file: string, synchronous: 'FULL' | 'NORMAL') {
  const database = openDatabase(file);
  try {
    layOut(database, file, synchronous);
    return { ...readers(database), ...writers(database), ...logs(database), ...frame(database, synchronous) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function openDatabase(file: string): Database.Database {
  try {
    return new Database(file);
  } catch (error) {
    throw new KitError(
      'BAD_FILE',
      {
        happened: `The outbox file ${file} cannot be opened.`,
        expected: 'an SQLite file, or a folder in which one can be made',
        next: 'make the folder, or name another file',
      },
      error,
    );
  }
}

function layOut(database: Database.Database, file: string, synchronous: string): void {
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${synchronous}`);
  database.pragma('foreign_keys = ON');
  const found = database
    .transaction(() => {
      const version = Number(database.pragma('user_version', { simple: true }));
      if (version !== 0) return version;
      database.exec(schema);
      database.pragma(`user_version = ${String(schemaVersion)}`);
      return schemaVersion;
    })
    .immediate();
  if (found === schemaVersion) return;
  throw new KitError('BAD_FILE', {
    happened: `The outbox file ${file} has layout ${String(found)}.`,
    expected: `layout ${String(schemaVersion)}`,
    next: 'use the version of the kit that made it, or begin with a new file',
  });
}

function frame(database: Database.Database, synchronous: 'FULL' | 'NORMAL') {
  const together = <Result>(work: () => Result): Result => database.transaction(work).immediate();
  return {
    /** Runs `work` as one transaction that holds the write lock from its beginning; a throw leaves nothing behind. */
    together,
    /**
     * The same without waiting for the disk: it outlives the process, and a loss of power may undo it. Only for what
     * may be undone while nothing has been sent; the next commit that waits takes it along.
     */
    togetherUnsynced: <Result>(work: () => Result): Result => {
      database.pragma('synchronous = NORMAL');
      try {
        return together(work);
      } finally {
        database.pragma(`synchronous = ${synchronous}`);
      }
    },
    close: (): void => {
      database.close();
    },
  };
}

const rowColumns = `
  o.key, a.action, a.marker, a.credential, a.payload_hash AS payloadHash, a.expires_at AS expiresAt, o.request,
  o.state, o.attempts, o.remote_id AS remoteId, o.fence, o.lease_until AS leaseUntil, o.next_at AS nextAt,
  o.first_sent_at AS firstSentAt, o.in_doubt AS inDoubt, o.acceptance, o.advice,
  o.budget_from AS budgetFrom,
  o.last_outcome AS lastOutcome, o.reason
  FROM outbox o JOIN approvals a USING (key)`;

// A NULL delay makes the sum NULL, which is neither due nor a least value.
const due = `
  (o.state IN ('pending', 'unknown') AND o.next_at <= @now)
  OR (o.state = 'processing' AND o.lease_until + @takeOverDelayMs <= @now)
  OR (o.state = 'blocked' AND o.last_outcome = 'mismatch' AND o.attempts < @conflictsBelow)`;

function readers(database: Database.Database) {
  const byKey = database.prepare<[string], StoredRow>(`SELECT ${rowColumns} WHERE o.key = ?`);
  const byAction = database.prepare<[string], StoredRow>(`SELECT ${rowColumns} WHERE a.action = ?`);
  const all = database.prepare<[], StoredRow>(`SELECT ${rowColumns} ORDER BY o.place`);
  const next = database.prepare<[DueQuery], StoredRow>(
    `SELECT ${rowColumns} WHERE ${due} ORDER BY o.next_at, o.place LIMIT 1`,
  );
  const dueAt = database.prepare<[{ takeOverDelayMs: number | null }], { at: number | null }>(
    `SELECT MIN(CASE state WHEN 'processing' THEN lease_until + @takeOverDelayMs ELSE next_at END) AS at
     FROM outbox WHERE state IN ('pending', 'unknown', 'processing')`,
  );
  const approval = database.prepare<
    [{ key: string; action: string }],
    { key: string; action: string; credential: CredentialName; payloadHash: string }
  >(
    `SELECT key, action, credential, payload_hash AS payloadHash FROM approvals
     WHERE key = @key OR action = @action ORDER BY key = @key DESC LIMIT 1`,
  );
  const lastEnd = database.prepare<[{ key: string; timeoutMs: number }], { at: number | null }>(
    `SELECT MAX(COALESCE(ended_at, sent_at + @timeoutMs)) AS at FROM attempts
     WHERE key = @key AND sent_at IS NOT NULL`,
  );
  const approved = database.prepare<[], { key: string }>('SELECT key FROM approvals ORDER BY rowid');
  return {
    row: (key: string) => byKey.get(key),
    rowOf: (action: string) => byAction.get(action),
    rows: () => all.all(),
    /** The row whose turn it is, or undefined where none is due. */
    nextDue: (query: DueQuery) => next.get(query),
    /** When the next row will be due, or null where none ever will. */
    nextDueAt: (takeOverDelayMs: number | null) => dueAt.get({ takeOverDelayMs })?.at ?? null,
    /** The approval with that key, or else of that action. */
    approvalOf: (key: string, action: string) => approval.get({ key, action }),
    /** When the last request of that key was answered or given up, or null where none went out. */
    lastEnd: (key: string, timeoutMs: number) => lastEnd.get({ key, timeoutMs })?.at ?? null,
    approvedKeys: () => approved.all().map((row) => row.key),
  };
}

function writers(database: Database.Database) {
  const approve = database.prepare<[NewApproval]>(
    `INSERT INTO approvals (key, action, marker, credential, payload_hash, approved_at, expires_at)
     VALUES (@key, @action, @marker, @credential, @payloadHash, @now, @expiresAt)`,
  );
  const enqueue = database.prepare<[{ key: string; request: string; now: number }]>(
    `INSERT INTO outbox (key, request, state, next_at, created_at, budget_from)
     VALUES (@key, @request, 'pending', @now, @now, @now)`,
  );
  const claim = database.prepare<[{ key: string; fence: number; worker: string; leaseUntil: number }]>(
    `UPDATE outbox SET state = 'processing', lease_owner = @worker, lease_until = @leaseUntil, fence = fence + 1,
       attempts = attempts + 1
     WHERE key = @key AND fence = @fence`,
  );
  const markSent = database.prepare<[{ key: string; now: number }]>(
    `UPDATE outbox SET first_sent_at = COALESCE(first_sent_at, @now), in_doubt = 1 WHERE key = @key`,
  );
  const settling = `UPDATE outbox SET state = @state, remote_id = @remoteId, next_at = @nextAt,
      first_sent_at = @firstSentAt, in_doubt = @inDoubt, acceptance = @acceptance, advice = @advice, last_outcome = @lastOutcome, reason = @reason,
      lease_owner = NULL, lease_until = NULL WHERE key = @key`;
  const settle = database.prepare<[Settling]>(`${settling} AND fence = @fence AND state = @from`);
  const overwrite = database.prepare<[Settling]>(settling);
  const renew = database.prepare<[{ key: string; now: number }]>(
    `UPDATE outbox SET attempts = 0, budget_from = @now WHERE key = @key`,
  );
  const dropRow = database.prepare<[string]>('DELETE FROM outbox WHERE key = ?');
  const dropApproval = database.prepare<[string]>('DELETE FROM approvals WHERE key = ?');
  const rewrite = database.prepare<[string, string]>('UPDATE outbox SET request = ? WHERE key = ?');
  return {
    approve: (approval: NewApproval) => approve.run(approval),
    enqueue: (row: { key: string; request: string; now: number }) => enqueue.run(row),
    /** Gives the row to a worker, one fence up and one attempt up; false where it has moved on. */
    claim: (to: { key: string; fence: number; worker: string; leaseUntil: number }) =>
      claim.run(to).changes === 1,
    markSent: (key: string, now: number) => markSent.run({ key, now }),
    /** Changes the row's standing; false where its fence or state is no longer the expected one. */
    settle: (change: Settling) => settle.run(change).changes === 1,
    /** The same without looking at fence and state; no sound sender does this. */
    overwrite: (change: Settling) => overwrite.run(change).changes === 1,
    renewBudget: (key: string, now: number) => renew.run({ key, now }),
    /** Forgets a row and its approval; no sound sender does this. */
    drop: (key: string) => {
      dropRow.run(key);
      dropApproval.run(key);
    },
    rewriteRequest: (key: string, request: string) => rewrite.run(request, key),
  };
}

function logs(database: Database.Database) {
  const begin = database.prepare<
    [{ key: string; fence: number; number: number; worker: string; now: number }]
  >(
    `INSERT INTO attempts (key, fence, number, worker, claimed_at) VALUES (@key, @fence, @number, @worker, @now)`,
  );
  const sent = database.prepare<[{ key: string; fence: number; now: number }]>(
    'UPDATE attempts SET sent_at = @now WHERE key = @key AND fence = @fence',
  );
  const end = database.prepare<[AttemptEnd]>(
    `UPDATE attempts SET ended_at = @now, exchange = @exchange, outcome = @outcome, result = @result
     WHERE key = @key AND fence = @fence`,
  );
  const act = database.prepare<
    [{ now: number; act: string; key: string; who: string; why: string; result: string }]
  >(
    'INSERT INTO operator_acts (at, act, key, who, why, result) VALUES (@now, @act, @key, @who, @why, @result)',
  );
  return {
    logClaim: (entry: { key: string; fence: number; number: number; worker: string; now: number }) =>
      begin.run(entry),
    logSend: (entry: { key: string; fence: number; now: number }) => sent.run(entry),
    logEnd: (entry: AttemptEnd) => end.run(entry),
    logAct: (entry: { now: number; act: string; key: string; who: string; why: string; result: string }) =>
      act.run(entry),
  };
}
