/** How the reason begins of an action that is blocked because a look-up showed several records. */
export const severalRecordsBegin = 'several records at the receiver';

/** The reason of such an action. */
export function severalRecords(ids: readonly string[]): string {
  return `${severalRecordsBegin} (${String(ids.length)})`;
}
