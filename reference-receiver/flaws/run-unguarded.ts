import { newRecord } from '../create/guard.js';
import type { Answer } from '../http/answer.js';
import type { CreateCall, Parts } from '../parts.js';

/** Makes the record of a create and leaves its key as it is. */
export function runUnguarded(parts: Parts, call: CreateCall): Answer {
  const record = newRecord(parts, call);
  parts.insertRecord(parts, record);
  return parts.createdAnswer(call.operation, record);
}
