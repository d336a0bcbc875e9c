import type { StoredRow } from '../../stored-row.js';
import type { Hold } from '../sender-store.js';
import type { Transaction } from './connections.js';
import { decided, type InGroup } from './grouped.js';
import type { TimedRow } from './parts.js';
import type { Statements } from './statements.js';

/** A hold whose request is about to go out, and what would keep it back. */
export interface SendWish extends Hold {
  readonly refuses: (row: StoredRow, now: number, isPaused: boolean) => string | null;
}

/**
 * Marks rows as in doubt and their attempts as sent, but for those that are refused. In a group an action that was decided on
 * data is left for a transaction of its own: an application that writes several versions at once must never wait for a
 * sender that waits for it.
 */
export async function recordSends(
  { query, write }: Transaction,
  sql: Statements,
  wishes: readonly SendWish[],
): Promise<readonly InGroup<StoredRow | string | null>[]> {
  const isAlone = wishes.length === 1;
  const keys = wishes.map(({ key }) => key);
  const found = await query<TimedRow & { readonly isPaused: boolean }>(sql.lockToSend, [keys, isAlone]);
  const rows = new Map(found.map((row) => [row.key, row]));
  const marked: { key: string; fence: number; now: number }[] = [];
  const became = wishes.map(({ key, fence, refuses }): InGroup<StoredRow | string | null> => {
    const timed = rows.get(key);
    if (timed === undefined) return isAlone ? { kind: 'done', result: null } : { kind: 'alone' };
    const { now, isPaused, ...row } = timed;
    return decided(() => {
      const why = refuses(row, now, isPaused);
      if (why === null) marked.push({ key, fence, now });
      return why ?? row;
    });
  });
  if (marked.length > 0) {
    const columns = [
      marked.map(({ key }) => key),
      marked.map(({ fence }) => fence),
      marked.map(({ now }) => now),
    ];
    await write(sql.markSent, columns);
  }
  return became;
}
