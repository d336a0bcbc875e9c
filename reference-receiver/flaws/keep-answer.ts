import { keepUnderKey } from '../create/keep-under-key.js';
import { answerColumns } from '../create/stored-answer.js';
import type { Answer } from '../http/answer.js';
import type { CreateCall, Parts } from '../parts.js';
import type { NewRecord } from '../store/records.js';

/** Stores an answer under its key in a transaction of its own, long after the record; nothing when the key is taken. */
export function keepAnswer(parts: Parts, call: CreateCall, record: NewRecord, answer: Answer): void {
  const expiresAt = record.createdAt + parts.retentionMs;
  const columns = answerColumns(answer, { recordId: record.id, expiresAt });
  parts.store.atomically(() => {
    keepUnderKey(parts, call, columns);
  });
}
