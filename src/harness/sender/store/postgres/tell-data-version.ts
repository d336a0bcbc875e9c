import { toldVersion } from '../approval-acts.js';
import type { DataVersionEntry } from '../sender-store.js';
import type { Transaction } from './connections.js';
import type { Statements } from './statements.js';

/** Writes down the latest version of an object's data, and who told it; the one before, or null. */
export async function tellDataVersion(
  { query }: Transaction,
  sql: Statements,
  { object, version, who, why }: DataVersionEntry,
): Promise<string | null> {
  // Whoever is marking a send by the version before ends first.
  const [found] = await query<{ version: string }>(sql.holdVersion, [object]);
  const before = found?.version ?? null;
  const [told] = await query<{ now: number }>(sql.tellVersion, [object, version, who]);
  if (told === undefined) throw new Error('A time is told.');
  const result = toldVersion({ object, version }, before);
  await query(sql.act, [told.now, 'data-version', null, who, why, result]);
  return before;
}
