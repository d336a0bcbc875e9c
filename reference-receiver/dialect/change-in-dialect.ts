import type { Answer } from '../http/answer.js';
import type { Caller, Parts } from '../parts.js';
import { answerOf } from './answer-form.js';
import { dialectOperation } from './dialect-operation.js';
import type { Dialect, DialectUpdate } from './dialect.js';
import { changedPayload, shownRecord, valuesOf } from './dialect-record.js';
import { textIn } from './holes.js';
import type { Holes } from './holes.js';
import { matched } from './request-form.js';
import type { ReadRequest } from './request-form.js';

/** Answers an update or a removal, if the request is one; undefined otherwise. */
export function changeInDialect(
  parts: Parts,
  dialect: Dialect,
  caller: Caller,
  asked: ReadRequest,
): Answer | undefined {
  const { update, remove } = dialect;
  const changing = update === null ? undefined : matched(update.request, asked);
  if (update !== null && changing !== undefined) return updated(parts, dialect, caller, update, changing);
  const removing = remove === null ? undefined : matched(remove.request, asked);
  if (remove === null || removing === undefined) return undefined;
  const { kind } = dialectOperation(dialect, 0);
  const gone = parts.store.records.remove(caller.tenant, kind, textIn(removing, 'id') ?? '');
  return answerOf(gone ? remove.gone : remove.absent);
}

function updated(
  parts: Parts,
  dialect: Dialect,
  caller: Caller,
  update: DialectUpdate,
  holes: Holes,
): Answer {
  const operation = dialectOperation(dialect, 0);
  const id = textIn(holes, 'id') ?? '';
  const record = parts.findRecord(parts, caller, operation, id);
  const version = textIn(holes, 'version');
  const holds = version === undefined || version === String(record?.version);
  if (record === undefined || !holds) return answerOf(update.refused);
  const payload = changedPayload(record, update.member, holes['value'] ?? null);
  if (!parts.store.records.write(record, payload)) return answerOf(update.refused);
  const written = { ...record, version: record.version + 1, payload };
  return answerOf(update.done, valuesOf(written), shownRecord(dialect, written));
}
