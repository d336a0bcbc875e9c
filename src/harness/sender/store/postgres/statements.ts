import { dossierStatements } from '../dossier.js';
import { figuresStatement } from '../ledger-figures.js';
import { approvingStatements } from './approving-statements.js';

/** The statements of a ledger in PostgreSQL. */
export type Statements = ReturnType<typeof statementsOf>;

const columns = `
  o.key, a.action, a.marker, a.credential, a.payload_hash AS "payloadHash", a.expires_at AS "expiresAt", o.request,
  o.state, o.attempts, o.remote_id AS "remoteId", o.fence, o.lease_until AS "leaseUntil", o.next_at AS "nextAt",
  o.first_sent_at AS "firstSentAt", o.in_doubt AS "inDoubt", o.acceptance, o.advice,
  o.budget_from AS "budgetFrom", o.last_outcome AS "lastOutcome", o.reason,
  a.data_object AS "dataObject", a.data_version AS "dataVersion"`;

/** The latest known version of an object's data, by the function that reads it. */
function version(schema: string, read: 'known' | 'held', object: string): string {
  return `CASE WHEN ${object} IS NOT NULL THEN ${schema}.${read}_data_version(${object}) END AS "knownVersion"`;
}

/** Writes out the statements for a ledger in that schema, whose name needs no quotes. */
export function statementsOf(schema: string) {
  return {
    ...approvingStatements(schema),
    ...claiming(schema),
    ...reading(schema),
    ...settling(schema),
    ...switching(schema),
    figures: figuresStatement((name) => `${schema}.${name}`, `${schema}.ledger_now()`),
    dossier: dossierStatements((name) => `${schema}.${name}`, '$1'),
  };
}

// A row that is held was due when it was claimed, so what is not due yet bounds both kinds. Whatever was committed late is found by its state and its time: no place in a sequence is remembered.
function claiming(schema: string) {
  const inTurn = `(o.aggregate IS NULL OR NOT EXISTS (
    SELECT FROM ${schema}.outbox earlier WHERE earlier.aggregate = o.aggregate AND earlier.place < o.place
      AND earlier.state NOT IN ('sent', 'failed')))`;
  const open = `o.state IN ('pending', 'unknown', 'processing')`;
  const known = version(schema, 'known', 'a.data_object');
  return {
    due: `
      WITH clock AS MATERIALIZED (
        SELECT ${schema}.ledger_now() AS now, ${schema}.ledger_paused() AS paused FROM (${passSwitch(schema)}) AS passed)
      SELECT ${columns}, ${known}, (SELECT now FROM clock) AS now
      FROM ${schema}.outbox o JOIN ${schema}.approvals a USING (key)
      WHERE ${open} AND o.next_at <= (SELECT now FROM clock) AND NOT (SELECT paused FROM clock) AND ${inTurn}
        AND (o.state <> 'processing' OR o.lease_until + $1 <= (SELECT now FROM clock))
      ORDER BY o.next_at, o.place LIMIT $2 FOR UPDATE OF o SKIP LOCKED`,
    dueConflicts: `
      SELECT ${columns}, ${known}, ${schema}.ledger_now() AS now
      FROM ${schema}.outbox o JOIN ${schema}.approvals a USING (key)
      WHERE o.state = 'blocked' AND o.last_outcome = 'mismatch' AND o.attempts < $1 AND NOT ${schema}.ledger_paused()
      ORDER BY o.place LIMIT $2 FOR UPDATE OF o SKIP LOCKED`,
    nextDueAt: `
      SELECT min(CASE o.state WHEN 'processing' THEN o.lease_until + $1 ELSE o.next_at END) AS at
      FROM ${schema}.outbox o WHERE ${open} AND ${inTurn} AND (SELECT paused_at IS NULL FROM ${schema}.kill_switch)`,
    claim: `
      WITH given AS (
        UPDATE ${schema}.outbox SET state = 'processing', lease_owner = $1, lease_until = $3, fence = fence + 1,
          attempts = attempts + 1, next_at = coalesce(next_at, $2)
        WHERE key = ANY ($4) RETURNING key, fence, attempts)
      INSERT INTO ${schema}.attempts (key, fence, number, worker, claimed_at, lease_until)
      SELECT key, fence, attempts, $1, $2, $3 FROM given`,
  };
}

function reading(schema: string) {
  const from = `FROM ${schema}.outbox o JOIN ${schema}.approvals a USING (key)`;
  const row = `${columns}, ${version(schema, 'known', 'a.data_object')}`;
  return {
    look: `SELECT ${row}, ${schema}.ledger_now() AS now ${from} WHERE o.key = $1`,
    lookAtAction: `SELECT ${row}, ${schema}.ledger_now() AS now ${from} WHERE a.action = $1`,
    actionOf: `SELECT a.action ${from} WHERE o.remote_id = $1 LIMIT 1`,
    lastEnd: `
      SELECT max(coalesce(ended_at, sent_at + $2)) AS at FROM ${schema}.attempts
      WHERE key = $1 AND sent_at IS NOT NULL`,
    now: `SELECT ${schema}.ledger_now() AS now`,
    /** All statements of the transaction see the same moment. */
    asOfNow: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    rows: `SELECT ${row} ${from} ORDER BY o.place`,
    approved: `SELECT key FROM ${schema}.approvals ORDER BY place`,
  };
}

// Rows are locked in the order of their keys, so that no two transactions wait for each other. The time is read once a row
// is locked, however long that took. Keys are named twice, so that an index is used also where nothing is known of a table.
function settling(schema: string) {
  const lockedWith = (read: 'known' | 'held', which: string, also = '') => `
    WITH locked AS MATERIALIZED (
      SELECT ${columns}${also} FROM ${schema}.outbox o JOIN ${schema}.approvals a USING (key)
      WHERE ${which} ORDER BY o.key FOR UPDATE OF o)
    SELECT locked.*, ${version(schema, read, 'locked."dataObject"')}, ${schema}.ledger_now() AS now`;
  return {
    lock: `${lockedWith('known', 'o.key = $1')} FROM locked`,
    /** The switch is passed once the row is locked, and read after that; the version of its data is kept as it is. */
    lockToSend: `
      ${lockedWith('held', 'o.key = ANY ($1) AND ($2 OR a.data_object IS NULL)')}, ${schema}.ledger_paused() AS "isPaused"
      FROM locked CROSS JOIN LATERAL (${passSwitch(schema)} WHERE locked.key IS NOT NULL OFFSET 0) AS passed`,
    lockHeld: `
      ${lockedWith('known', 'o.key = ANY ($1)', ', o.aggregate IS NOT NULL AS "isOrdered"')} FROM locked`,
    /** To be asked once the rows are locked: only a statement of its own sees what was committed while that was waited for. */
    resultsOf: `
      SELECT key, result FROM ${schema}.attempts
      JOIN unnest($1::text[], $2::bigint[]) AS hold (key, fence) USING (key, fence)
      WHERE key = ANY ($1) AND result IS NOT NULL`,
    markSent: `
      WITH sends AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS send (key, fence, at)),
      marked AS (
        UPDATE ${schema}.outbox o SET first_sent_at = coalesce(o.first_sent_at, send.at), in_doubt = 1
        FROM sends send WHERE o.key = ANY ($1) AND o.key = send.key)
      UPDATE ${schema}.attempts t SET sent_at = coalesce(t.sent_at, send.at)
      FROM sends send WHERE t.key = ANY ($1) AND t.key = send.key AND t.fence = send.fence`,
    stand: `
      UPDATE ${schema}.outbox o SET
        state = standing.state, remote_id = standing.remote_id, next_at = standing.next_at,
        first_sent_at = standing.first_sent_at, in_doubt = standing.in_doubt, acceptance = standing.acceptance,
        advice = standing.advice, last_outcome = standing.last_outcome, reason = standing.reason,
        lease_owner = NULL, lease_until = NULL
      FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::smallint[], $7::text[], $8::text[],
          $9::text[], $10::text[])
        AS standing (key, state, remote_id, next_at, first_sent_at, in_doubt, acceptance, advice, last_outcome, reason)
      WHERE o.key = ANY ($1) AND o.key = standing.key`,
    giveBack: `UPDATE ${schema}.outbox SET attempts = attempts - 1 WHERE key = ANY ($1)`,
    renewBudget: `UPDATE ${schema}.outbox SET attempts = 0, budget_from = $2 WHERE key = $1`,
    end: `
      UPDATE ${schema}.attempts t
      SET ended_at = ended.at, exchange = ended.exchange, outcome = ended.outcome, result = ended.result
      FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
        AS ended (key, fence, at, exchange, outcome, result)
      WHERE t.key = ANY ($1) AND t.key = ended.key AND t.fence = ended.fence`,
    endHeld: `
      UPDATE ${schema}.attempts SET ended_at = ${schema}.ledger_now(), exchange = NULL, outcome = NULL, result = 'held'
      WHERE key = $1 AND fence = $2`,
    act: `
      INSERT INTO ${schema}.operator_acts (at, act, key, who, why, result) VALUES ($1, $2, $3, $4, $5, $6)`,
    dropRow: `DELETE FROM ${schema}.outbox WHERE key = $1`,
    dropApproval: `DELETE FROM ${schema}.approvals WHERE key = $1`,
    rewriteRequest: `UPDATE ${schema}.outbox SET request = $2 WHERE key = $1`,
  };
}

/** Whoever is about to claim or to send holds this beside the others until its commit; whoever pauses waits for all of them. */
function passSwitch(schema: string): string {
  return `SELECT pg_advisory_xact_lock_shared(${switchLock(schema)})`;
}

function switchLock(schema: string): string {
  return `hashtextextended('${schema} kill switch', 0)`;
}

function switching(schema: string) {
  return {
    holdSwitch: `SELECT pg_advisory_xact_lock(${switchLock(schema)})`,
    lockSwitch: `
      WITH locked AS MATERIALIZED (SELECT paused_at FROM ${schema}.kill_switch FOR UPDATE)
      SELECT paused_at AS "pausedAt", ${schema}.ledger_now() AS now FROM locked`,
    pause: `UPDATE ${schema}.kill_switch SET paused_at = $1, who = $2, why = $3`,
    resume: `UPDATE ${schema}.kill_switch SET paused_at = NULL, who = NULL, why = NULL`,
    lengthenBudgets: `
      WITH locked AS MATERIALIZED (
        SELECT key FROM ${schema}.outbox WHERE state IN ('pending', 'unknown', 'processing') ORDER BY key FOR UPDATE)
      UPDATE ${schema}.outbox o SET budget_from = o.budget_from + $1 - greatest(o.budget_from, $2)
      FROM locked WHERE o.key = locked.key`,
    pauseNow: `
      SELECT paused_at AS since, who, why FROM ${schema}.kill_switch WHERE paused_at IS NOT NULL`,
  };
}
