import type { Answer } from '../http/answer.js';
import { readBody } from '../http/body.js';
import { readJsonText } from '../http/json-text.js';
import { Refused, refusal } from '../http/refusal.js';
import type { Caller, Parts, Update } from '../parts.js';
import type { Payload, StoredRecord } from '../store/records.js';
import type { Operation } from './operations.js';
import { recordAnswer } from './present.js';
import { noRecord } from './reads.js';
import { validChanges } from './validate.js';

/** Takes an update from the wire: what to change, and the version it was decided on (If-Match, RFC 9110, 13.1.1). Throws Refused. */
export async function answerUpdate(
  parts: Parts,
  request: Request,
  caller: Caller,
  operation: Operation,
  id: string,
): Promise<Answer> {
  const ifMatch = request.headers.get('if-match');
  if (ifMatch === null)
    throw new Refused(refusal('version-missing', 'Send the expected version in If-Match.'));
  const changes = validChanges(operation, readJsonText(await readBody(request)));
  return parts.update(parts, { caller, operation, id, changes, expected: versionOf(ifMatch) });
}

/** Applies an update if the record still has the expected version. The UPDATE statement compares once more, and decides. */
export async function update(parts: Parts, asked: Update): Promise<Answer> {
  const { caller, operation, id, changes } = asked;
  const record = parts.findRecord(parts, caller, operation, id);
  if (record === undefined) return parts.refused(noRecord());
  const holds = parts.versionHolds(asked, record);
  if (!holds || !parts.store.records.write(record, parts.merged(record, changes))) {
    return parts.refused(refusal('stale-version', 'The record was changed since; read it and decide again.'));
  }
  const changed = parts.findRecord(parts, caller, operation, id);
  return changed === undefined ? parts.refused(noRecord()) : recordAnswer(operation, changed);
}

/** Only the version that the record has now. */
export function versionHolds({ expected }: Update, record: StoredRecord): boolean {
  return expected === record.version;
}

/** The record's content with the named members changed, the others as they were. */
export function merged(record: StoredRecord, changes: Payload): Payload {
  return { ...record.payload, ...changes };
}

function versionOf(ifMatch: string): number | undefined {
  const digits = /^(?:"(\d{1,15})"|(\d{1,15}))$/.exec(ifMatch.trim());
  return digits === null ? undefined : Number(digits[1] ?? digits[2]);
}
