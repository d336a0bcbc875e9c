import type { SenderParts } from './parts.js';
import type { StoredRow } from './stored-row.js';

/** From when on a look-up that finds nothing says that nothing will come of what was sent; milliseconds since the epoch. */
export async function absentCountsFrom(
  { rules, store, options }: SenderParts,
  { key, inDoubt }: StoredRow,
): Promise<number> {
  const { policy } = options;
  const endedAt = inDoubt === 1 ? await store.lastEnd(key, policy.timeoutMs) : null;
  return endedAt === null ? 0 : rules.absentCountsFrom(endedAt, policy);
}
