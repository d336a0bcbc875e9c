import type { Answer } from '../http/answer.js';
import type { CreateCall, Parts } from '../parts.js';
import type { NewRecord } from '../store/records.js';

/** Stores an answer under its key in a transaction of its own, long after the record; nothing when the key is taken. */
export function keepAnswer(parts: Parts, call: CreateCall, record: NewRecord, answer: Answer): void {
  const { scope, identity, fingerprint } = call;
  const now = parts.clock.now();
  parts.store.atomically(() => {
    const leaseUntil = now + parts.leaseMs;
    const owner = parts.store.keys.claim({ ...scope, key: identity, fingerprint, now, leaseUntil });
    if (owner !== undefined) parts.store.keys.finish(owner, answerColumns(parts, record, answer));
  });
}

/** An answer as the key table keeps it. */
export function answerColumns({ retentionMs }: Parts, { id, createdAt }: NewRecord, answer: Answer) {
  return {
    status: answer.status,
    contentType: answer.headers['content-type'] ?? '',
    location: answer.headers['location'] ?? null,
    body: answer.body ?? '',
    recordId: id,
    expiresAt: createdAt + retentionMs,
  };
}
