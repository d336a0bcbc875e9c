import type { RowState } from '../../../model/outbox-row.js';
import type { OutcomeKind } from '../../../model/outcome.js';
import type { StoredRow } from '../../stored-row.js';
import { figuresStatement, type LedgerFigures } from '../ledger-figures.js';
import { approvingStatements } from './approving-statements.js';
import { switchStatements } from './switch-statements.js';
import { dossierStatements, type ApprovalDetails, type LoggedAct, type LoggedAttempt } from '../dossier.js';
import type { Preparing } from './opening.js';
import type { Hold, Standing } from '../sender-store.js';

/** What decides which rows are due; `takeOverDelayMs` null keeps every processing row where it is. */
interface DueQuery {
  readonly now: number;
  readonly takeOverDelayMs: number | null;
  readonly most: number;
}

/** A claim, for the attempts log. */
interface ClaimEntry extends Hold {
  readonly number: number;
  readonly worker: string;
  readonly now: number;
  readonly leaseUntil: number;
}

/** How an attempt ended, for the attempts log. */
interface AttemptEnd extends Hold {
  readonly now: number;
  readonly exchange: string | null;
  readonly outcome: OutcomeKind | null;
  readonly result: RowState | 'fenced' | 'held';
}

/** An act of an operator, for the log; one that turns the kill switch belongs to no key. */
interface ActLine {
  readonly now: number;
  readonly act: string;
  readonly key: string | null;
  readonly who: string;
  readonly why: string;
  readonly result: string;
}

/** The statements of the sender's file. */
export type Statements = ReturnType<typeof statementsOf>;

/** Prepares the statements of the sender's file; each is one step of a transaction. */
export function statementsOf(database: Preparing) {
  return {
    ...readers(database),
    ...dossiers(database),
    ...writers(database),
    ...logs(database),
    ...switchStatements(database),
    ...approvingStatements(database),
  };
}

const rowColumns = `
  o.key, a.action, a.marker, a.credential, a.payload_hash AS payloadHash, a.expires_at AS expiresAt, o.request,
  o.state, o.attempts, o.remote_id AS remoteId, o.fence, o.lease_until AS leaseUntil, o.next_at AS nextAt,
  o.first_sent_at AS firstSentAt, o.in_doubt AS inDoubt, o.acceptance, o.advice,
  o.budget_from AS budgetFrom, a.data_object AS dataObject, a.data_version AS dataVersion,
  (SELECT version FROM data_versions WHERE object = a.data_object) AS knownVersion,
  o.last_outcome AS lastOutcome, o.reason
  FROM outbox o JOIN approvals a USING (key)`;

const open = `o.state IN ('pending', 'unknown', 'processing')`;
const inTurn = `(o.aggregate IS NULL OR NOT EXISTS (
  SELECT 1 FROM outbox earlier WHERE earlier.aggregate IS NOT NULL AND earlier.aggregate = o.aggregate
    AND earlier.place < o.place AND earlier.state NOT IN ('sent', 'failed')))`;
// A row that is held was due when it was claimed, so what is not due yet bounds both kinds. A NULL delay makes the sum
// NULL, which is neither due nor a least value.
const due = `${open} AND o.next_at <= @now AND (o.state <> 'processing' OR o.lease_until + @takeOverDelayMs <= @now)
  AND ${inTurn}`;

function readers(database: Preparing) {
  const byKey = database.prepare<[string], StoredRow>(`SELECT ${rowColumns} WHERE o.key = ?`);
  const byAction = database.prepare<[string], StoredRow>(`SELECT ${rowColumns} WHERE a.action = ?`);
  const all = database.prepare<[], StoredRow>(`SELECT ${rowColumns} ORDER BY o.place`);
  const next = database.prepare<[DueQuery], StoredRow>(
    `SELECT ${rowColumns} WHERE ${due} ORDER BY o.next_at, o.place LIMIT @most`,
  );
  const conflicts = database.prepare<[{ conflictsBelow: number; most: number }], StoredRow>(
    `SELECT ${rowColumns} WHERE o.state = 'blocked' AND o.last_outcome = 'mismatch' AND o.attempts < @conflictsBelow
     ORDER BY o.place LIMIT @most`,
  );
  const dueAt = database.prepare<[{ takeOverDelayMs: number | null }], { at: number | null }>(
    `SELECT MIN(CASE o.state WHEN 'processing' THEN o.lease_until + @takeOverDelayMs ELSE o.next_at END) AS at
     FROM outbox o WHERE ${open} AND ${inTurn}`,
  );
  const byRemoteId = database.prepare<[string], { action: string }>(
    'SELECT action FROM approvals JOIN outbox USING (key) WHERE remote_id = ? LIMIT 1',
  );
  const lastEnd = database.prepare<[{ key: string; timeoutMs: number }], { at: number | null }>(
    `SELECT MAX(COALESCE(ended_at, sent_at + @timeoutMs)) AS at FROM attempts
     WHERE key = @key AND sent_at IS NOT NULL`,
  );
  const figures = database.prepare<[{ now: number }], LedgerFigures>(
    figuresStatement((name) => name, '@now'),
  );
  const approved = database.prepare<[], { key: string }>('SELECT key FROM approvals ORDER BY rowid');
  return {
    row: (key: string) => byKey.get(key),
    rowOf: (action: string) => byAction.get(action),
    rows: () => all.all(),
    /** The rows whose turn it is, the first one first. */
    nextDue: (query: DueQuery) => next.all(query),
    /** Blocked conflicts with fewer attempts than that; no sound sender asks. */
    nextConflicts: (query: { conflictsBelow: number; most: number }) => conflicts.all(query),
    /** When the next row will be due, or null where none ever will. */
    nextDueAt: (takeOverDelayMs: number | null) => dueAt.get({ takeOverDelayMs })?.at ?? null,
    actionOf: (remoteId: string) => byRemoteId.get(remoteId)?.action ?? null,
    lastEnd: (key: string, timeoutMs: number) => lastEnd.get({ key, timeoutMs })?.at ?? null,
    figures: (now: number) => figures.get({ now }),
    approvedKeys: () => approved.all().map((row) => row.key),
  };
}

function dossiers(database: Preparing) {
  const sql = dossierStatements((name) => name, '?');
  const approval = database.prepare<[string], ApprovalDetails>(sql.approval);
  const attempts = database.prepare<[string], LoggedAttempt>(sql.attempts);
  const acts = database.prepare<[string], LoggedAct>(sql.acts);
  return {
    approvalDetails: (key: string) => approval.get(key),
    attemptsOf: (key: string) => attempts.all(key),
    actsOn: (key: string) => acts.all(key),
  };
}

function writers(database: Preparing) {
  const claim = database.prepare<[Hold & { worker: string; leaseUntil: number; now: number }]>(
    `UPDATE outbox SET state = 'processing', lease_owner = @worker, lease_until = @leaseUntil, fence = @fence,
       attempts = attempts + 1, next_at = COALESCE(next_at, @now)
     WHERE key = @key`,
  );
  const markSent = database.prepare<[{ key: string; now: number }]>(
    `UPDATE outbox SET first_sent_at = COALESCE(first_sent_at, @now), in_doubt = 1 WHERE key = @key`,
  );
  const settling = `UPDATE outbox SET state = @state, remote_id = @remoteId, next_at = @nextAt,
      first_sent_at = @firstSentAt, in_doubt = @inDoubt, acceptance = @acceptance, advice = @advice, last_outcome = @lastOutcome, reason = @reason,
      lease_owner = NULL, lease_until = NULL WHERE key = @key`;
  const settle = database.prepare<[Standing & Hold & { from: RowState }]>(
    `${settling} AND fence = @fence AND state = @from`,
  );
  const overwrite = database.prepare<[Standing & Hold]>(settling);
  const renew = database.prepare<[{ key: string; now: number }]>(
    `UPDATE outbox SET attempts = 0, budget_from = @now WHERE key = @key`,
  );
  const giveBack = database.prepare<[string]>('UPDATE outbox SET attempts = attempts - 1 WHERE key = ?');
  const dropRow = database.prepare<[string]>('DELETE FROM outbox WHERE key = ?');
  const dropApproval = database.prepare<[string]>('DELETE FROM approvals WHERE key = ?');
  const rewrite = database.prepare<[string, string]>('UPDATE outbox SET request = ? WHERE key = ?');
  return {
    claim: (to: Hold & { worker: string; leaseUntil: number; now: number }) => claim.run(to),
    markSent: (key: string, now: number) => markSent.run({ key, now }),
    /** Changes the row's standing; false where its fence or state is no longer the expected one. */
    settle: (change: Standing & Hold & { from: RowState }) => settle.run(change).changes === 1,
    /** The same without looking at fence and state; no sound sender does this. */
    overwrite: (change: Standing & Hold) => overwrite.run(change).changes === 1,
    renewBudget: (key: string, now: number) => renew.run({ key, now }),
    giveBack: (key: string) => giveBack.run(key),
    drop: (key: string) => {
      dropRow.run(key);
      dropApproval.run(key);
    },
    rewriteRequest: (key: string, request: string) => rewrite.run(request, key),
  };
}

function logs(database: Preparing) {
  const begin = database.prepare<[ClaimEntry]>(
    `INSERT INTO attempts (key, fence, number, worker, claimed_at, lease_until)
     VALUES (@key, @fence, @number, @worker, @now, @leaseUntil)`,
  );
  const sent = database.prepare<[Hold & { now: number }]>(
    'UPDATE attempts SET sent_at = @now WHERE key = @key AND fence = @fence',
  );
  const end = database.prepare<[AttemptEnd]>(
    `UPDATE attempts SET ended_at = @now, exchange = @exchange, outcome = @outcome, result = @result
     WHERE key = @key AND fence = @fence`,
  );
  const act = database.prepare<[ActLine]>(
    'INSERT INTO operator_acts (at, act, key, who, why, result) VALUES (@now, @act, @key, @who, @why, @result)',
  );
  return {
    logClaim: (entry: ClaimEntry) => begin.run(entry),
    logSend: (entry: Hold & { now: number }) => sent.run(entry),
    logEnd: (entry: AttemptEnd) => end.run(entry),
    logAct: (entry: ActLine) => act.run(entry),
  };
}
