import type { CreateCall, Parts } from '../parts.js';
import type { KeyRow } from '../store/keys.js';
import type { StoredRecord } from '../store/records.js';

/** The record that a key's create made, if it is still there. */
export function recordOfKey(
  parts: Parts,
  { caller, operation }: CreateCall,
  row: KeyRow,
): StoredRecord | undefined {
  return parts.store.records.read(caller.tenant, operation.kind, row.recordId ?? '');
}
