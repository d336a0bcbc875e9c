import type { ApprovalDetails, Dossier, LoggedAct, LoggedAttempt } from '../dossier.js';
import type { Transaction } from './connections.js';
import type { TimedRow } from './parts.js';
import type { Statements } from './statements.js';

/** All that is known of that key, as it stands at one moment; null where it was not approved. */
export async function readDossier(
  { query }: Transaction,
  sql: Statements,
  key: string,
): Promise<Dossier | null> {
  await query(sql.asOfNow, []);
  const [found] = await query<TimedRow>(sql.look, [key]);
  const [approval] = await query<ApprovalDetails>(sql.dossier.approval, [key]);
  if (found === undefined || approval === undefined) return null;
  const { now: _, ...row } = found;
  const attempts = await query<LoggedAttempt>(sql.dossier.attempts, [key]);
  const acts = await query<LoggedAct>(sql.dossier.acts, [key]);
  return { row, ...approval, attempts, acts };
}
