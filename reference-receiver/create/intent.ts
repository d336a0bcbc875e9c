import type { Answer } from '../http/answer.js';
import { Refused, refusal } from '../http/refusal.js';
import type { CreateWork, Parts } from '../parts.js';
import type { IntentName, IntentRow } from '../store/intents.js';
import type { NewRecord, StoredRecord } from '../store/records.js';

/** Takes the intent of a create for its record, if it names one; the table's unique constraint decides. */
export function takeIntent({ store }: Parts, call: CreateWork, { id }: NewRecord): IntentRow | undefined {
  const name = intentNameOf(call);
  return name && store.intents.take(name, { recordId: id, fingerprint: call.fingerprint });
}

/** What an intent is kept under; undefined for a create that names none. */
export function intentNameOf({ caller, operation, intent }: CreateWork): IntentName | undefined {
  return intent === undefined ? undefined : { tenant: caller.tenant, kind: operation.kind, intent };
}

/** The record of the intent as it is now, told as a create that was done before. */
export function intentRepeated(parts: Parts, call: CreateWork, row: IntentRow): Answer {
  const { headers, ...answer } = parts.createdAnswer(call.operation, recordOfIntent(parts, call, row));
  return { ...answer, headers: { ...headers, 'idempotent-replayed': 'true' } };
}

/** The record that an intent has. */
export function recordOfIntent(
  { store }: Parts,
  { caller, operation }: CreateWork,
  { recordId }: IntentRow,
): StoredRecord {
  const record = store.records.read(caller.tenant, operation.kind, recordId);
  if (record === undefined)
    throw new Error('An intent has no record; expected that it ends with its record.');
  return record;
}

/** Other content for an intent that was carried out is somebody's mistake, and changes nothing. Throws Refused. */
export function intentDiffers(): never {
  const detail = 'This intent was carried out with other content, under another key; nothing was stored.';
  throw new Refused(refusal('intent-taken', detail));
}
