import { jsonAnswer } from '../http/answer.js';
import type { Answer } from '../http/answer.js';
import type { NewRecord, StoredRecord } from '../store/records.js';
import type { Operation } from './operations.js';

/** A record as callers see it. */
export function presented(operation: Operation, record: NewRecord): Record<string, unknown> {
  const { id, version, payload } = record;
  if (!operation.editable) return { id, ...payload };
  return { id, version, created_at: new Date(record.createdAt).toISOString(), ...payload };
}

/** The 201 of a create, with the record and its address. */
export function createdAnswer(operation: Operation, record: NewRecord): Answer {
  return jsonAnswer(201, presented(operation, record), { location: `${operation.route}/${record.id}` });
}

/** The 200 of a read or an update. */
export function recordAnswer(operation: Operation, record: StoredRecord): Answer {
  const headers: Record<string, string> = operation.editable ? { etag: `"${record.version}"` } : {};
  return jsonAnswer(200, presented(operation, record), headers);
}
