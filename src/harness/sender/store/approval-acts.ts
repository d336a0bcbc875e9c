import type { DataVersion, KnownApproval, NewApproval } from './sender-store.js';

/** An approval that was given anew on other data, as the log of acts keeps it. */
export function renewalAct({ data, approvedBy }: NewApproval, { data: before }: KnownApproval) {
  const inWords = (on: DataVersion | null) => (on === null ? 'no data' : `${on.object} at ${on.version}`);
  const why = `decided on ${inWords(data)}, after ${inWords(before)}`;
  return { act: 'approve', who: approvedBy ?? 'not named', why, result: 'renewed' };
}

/** What telling the version of an object's data came to, as the log of acts keeps it. */
export function toldVersion({ object, version }: DataVersion, before: string | null): string {
  if (before === version) return `${object} is at ${version} as before`;
  return before === null ? `${object} is at ${version}` : `${object} is at ${version}, after ${before}`;
}

/** Who tells the version of the data that an approval was decided on. */
export function versionToldBy({ approvedBy, action }: NewApproval): string {
  return approvedBy ?? `approval of ${action}`;
}
