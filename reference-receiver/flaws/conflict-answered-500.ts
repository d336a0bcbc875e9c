import { refusal } from '../http/refusal.js';
import type { Flaw } from './flaw.js';

/** Lets the unique constraint fail on a conflict and answers 500. */
export const conflictAnswered500: Flaw = {
  name: 'conflict-answered-500',
  requirement: 'conflict/clear-answer',
  summary: 'Lets the unique constraint fail on a conflict and answers 500.',
  apply: (parts) => ({
    ...parts,
    refused: (reason) =>
      parts.refused(
        reason.type === 'key-reused' ? refusal('failed', 'UNIQUE constraint failed: keys.key') : reason,
      ),
  }),
};
