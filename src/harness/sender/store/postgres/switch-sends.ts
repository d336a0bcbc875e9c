import type { Pause, SwitchEntry } from '../sender-store.js';
import type { Transaction } from './connections.js';
import type { Statements } from './statements.js';

/** Turns the kill switch, and writes down who did; false where it stood so already. */
export async function switchSends(
  { query }: Transaction,
  sql: Statements,
  { act, who, why }: SwitchEntry,
): Promise<boolean> {
  // Whoever has looked at the switch and goes on by that ends first; whoever comes later finds it turned.
  if (act === 'pause') await query(sql.holdSwitch, []);
  const [found] = await query<{ now: number; pausedAt: number | null }>(sql.lockSwitch, []);
  if (found === undefined) throw new Error('There is one switch.');
  const { now, pausedAt } = found;
  const done = (act === 'pause') === (pausedAt === null);
  if (done && act === 'pause') await query(sql.pause, [now, who, why]);
  if (done && act === 'resume') {
    await query(sql.resume, []);
    await query(sql.lengthenBudgets, [now, pausedAt]);
    await query(sql.notify, []);
  }
  await query(sql.act, [now, act, null, who, why, done ? `${act}d` : `${act}d already`]);
  return done;
}

/** Who has paused the sends, or null where nobody has. */
export async function readPause(
  { query }: Pick<Transaction, 'query'>,
  sql: Statements,
): Promise<Pause | null> {
  const [pause] = await query<Pause>(sql.pauseNow, []);
  return pause ?? null;
}
