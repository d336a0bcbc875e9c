import type { Answer } from '../http/answer.js';
import type { CreateCall, Parts } from '../parts.js';
import { answerColumns, type AnswerColumns } from './stored-answer.js';

/** The key that an answer is kept under, and the content that it stands for. */
export type KeyOfCreate = Pick<CreateCall, 'scope' | 'identity' | 'fingerprint'>;

/** Stores an answer under a key, unless somebody has it. Runs inside a transaction. */
export function keepUnderKey(
  { store, clock, leaseMs }: Parts,
  { scope, identity, fingerprint }: KeyOfCreate,
  columns: AnswerColumns,
): void {
  const now = clock.now();
  const leaseUntil = now + leaseMs;
  const owner = store.keys.claim({ ...scope, key: identity, fingerprint, now, leaseUntil });
  if (owner !== undefined) store.keys.finish(owner, columns);
}

/** Stores an answer that made no record under a key, unless somebody has it. Runs inside a transaction. */
export function keepRefusal(parts: Parts, key: KeyOfCreate, answer: Answer): void {
  const expiresAt = parts.clock.now() + parts.retentionMs;
  keepUnderKey(parts, key, answerColumns(answer, { recordId: null, expiresAt }));
}
