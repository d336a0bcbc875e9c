import type { KnownApproval } from './sender-store.js';

/** The data of an approval as columns have it. */
export interface FlatData {
  readonly dataObject: string | null;
  readonly dataVersion: string | null;
}

/** An approval as a row has it. */
export type FlatApproval = Omit<KnownApproval, 'data'> & FlatData;

/** The approval that a row is of. */
export function approvalFrom({ dataObject, dataVersion, ...plain }: FlatApproval): KnownApproval {
  const isOnData = dataObject !== null && dataVersion !== null;
  return { ...plain, data: isOnData ? { object: dataObject, version: dataVersion } : null };
}
