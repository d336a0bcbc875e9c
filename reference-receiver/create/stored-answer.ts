import type { Answer } from '../http/answer.js';
import type { KeyRow } from '../store/keys.js';

/** The stored answer, told again and marked as such. */
export function storedAnswer(row: Pick<KeyRow, 'status' | 'contentType' | 'location' | 'body'>): Answer {
  const headers: Record<string, string> = { 'idempotent-replayed': 'true' };
  if (row.contentType !== null) headers['content-type'] = row.contentType;
  if (row.location !== null) headers['location'] = row.location;
  return { status: row.status ?? 500, headers, body: row.body };
}

/** An answer as the key table keeps it; `recordId` is null where it made no record. */
export function answerColumns(
  answer: Answer,
  { recordId, expiresAt }: { readonly recordId: string | null; readonly expiresAt: number },
) {
  return {
    status: answer.status,
    contentType: answer.headers['content-type'] ?? '',
    location: answer.headers['location'] ?? null,
    body: answer.body ?? '',
    recordId,
    expiresAt,
  };
}

/** The columns of a stored answer. */
export type AnswerColumns = ReturnType<typeof answerColumns>;
