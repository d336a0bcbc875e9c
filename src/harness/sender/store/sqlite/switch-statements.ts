import type { Pause } from '../sender-store.js';
import type { Preparing } from './opening.js';

/** Prepares the statements of the kill switch; each is one step of a transaction. */
export function switchStatements(database: Preparing) {
  const pause = database.prepare<[], Pause>(
    'SELECT paused_at AS since, who, why FROM kill_switch WHERE paused_at IS NOT NULL',
  );
  const turnOff = database.prepare<[Pause]>(
    'UPDATE kill_switch SET paused_at = @since, who = @who, why = @why',
  );
  const turnOn = database.prepare<[]>('UPDATE kill_switch SET paused_at = NULL, who = NULL, why = NULL');
  const lengthen = database.prepare<[{ now: number; since: number }]>(
    `UPDATE outbox SET budget_from = budget_from + @now - MAX(budget_from, @since)
     WHERE state IN ('pending', 'unknown', 'processing')`,
  );
  return {
    pause: () => pause.get() ?? null,
    pauseSends: (by: Pause) => turnOff.run(by),
    resumeSends: () => turnOn.run(),
    /** Takes a pause out of the deadlines of all rows that waited through it. */
    lengthenBudgets: (of: { now: number; since: number }) => lengthen.run(of),
  };
}
