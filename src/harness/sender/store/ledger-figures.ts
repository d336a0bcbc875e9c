import { rowStates, type RowState } from '../../model/outbox-row.js';
import { severalRecordsBegin } from '../several-records.js';

/** What a ledger holds, counted at one moment `now`; all times are milliseconds since the epoch, null where there is none. */
export interface LedgerFigures extends Readonly<Record<RowState, number>> {
  readonly now: number;
  /** Actions whose one attempt made them `sent`. */
  readonly sentAtFirst: number;
  readonly replayed: number;
  readonly exists: number;
  readonly mismatch: number;
  /** Blocked actions for which a look-up showed several records. */
  readonly discrepancies: number;
  /** Actions that a rule has stopped before they were accepted. */
  readonly refused: number;
  /** Attempts that ended with nothing sent and nobody asked. */
  readonly held: number;
  readonly attempts: number;
  /** Actions with at least one attempt. */
  readonly attempted: number;
  /** Attempts of the action that has most of them. */
  readonly mostAttempts: number;
  /** When the oldest pending action was approved. */
  readonly pendingFrom: number | null;
  /** When the unknown action that was sent first was sent first. */
  readonly unknownFrom: number | null;
  /** When the last attempt ended of the blocked action where that is longest ago. */
  readonly blockedFrom: number | null;
  readonly pausedFrom: number | null;
}

/** Of the actions that are sent, the share that took one attempt; null where none is. */
export function firstAttemptShare({ sent, sentAtFirst }: LedgerFigures): number | null {
  return sent === 0 ? null : sentAtFirst / sent;
}

/** Attempts of an action that had any, on average; null where none had. */
export function meanAttempts({ attempts, attempted }: LedgerFigures): number | null {
  return attempted === 0 ? null : attempts / attempted;
}

/** Milliseconds from a moment to that of the count; null where there is no such moment. */
export function ageMs({ now }: LedgerFigures, from: number | null): number | null {
  return from === null ? null : Math.max(0, now - from);
}

/** Counts them in one statement, in words that both stores speak, so that they fit together; `now` is how each tells its time. */
export function figuresStatement(table: (name: string) => string, now: string): string {
  const counted = (what: string) => `count(*) FILTER (WHERE ${what})`;
  const summed = (member: string) => `CAST(coalesce(sum(t.${member}), 0) AS bigint)`;
  return `
    WITH tried AS (
      SELECT key, count(*) AS attempts, max(result) AS result, max(ended_at) AS ended_at,
        ${counted(`outcome = 'replayed'`)} AS replayed, ${counted(`outcome = 'exists'`)} AS existed,
        ${counted(`outcome = 'mismatch'`)} AS mismatched,
        ${counted(`result = 'held' OR (ended_at IS NOT NULL AND sent_at IS NULL AND exchange IS NULL)`)} AS held
      FROM ${table('attempts')} GROUP BY key)
    SELECT ${now} AS now, ${rowStates.map((state) => `${counted(`o.state = '${state}'`)} AS ${state}`).join(', ')},
      ${counted(`o.state = 'sent' AND t.attempts = 1 AND t.result = 'sent'`)} AS "sentAtFirst",
      ${summed('replayed')} AS replayed, ${summed('existed')} AS "exists", ${summed('mismatched')} AS mismatch,
      ${counted(`o.state = 'blocked' AND o.reason LIKE '${severalRecordsBegin}%'`)} AS discrepancies,
      ${summed('held')} AS held, ${summed('attempts')} AS attempts, count(t.key) AS attempted,
      coalesce(max(t.attempts), 0) AS "mostAttempts",
      min(o.created_at) FILTER (WHERE o.state = 'pending') AS "pendingFrom",
      min(coalesce(o.first_sent_at, o.created_at)) FILTER (WHERE o.state = 'unknown') AS "unknownFrom",
      min(coalesce(t.ended_at, o.created_at)) FILTER (WHERE o.state = 'blocked') AS "blockedFrom",
      (SELECT count(DISTINCT key) FROM ${table('refusals')}) AS refused,
      (SELECT paused_at FROM ${table('kill_switch')}) AS "pausedFrom"
    FROM ${table('outbox')} o LEFT JOIN tried t ON t.key = o.key`;
}
