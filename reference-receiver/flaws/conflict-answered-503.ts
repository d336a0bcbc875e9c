import { refusal } from '../http/refusal.js';
import type { Flaw } from './flaw.js';

/** Answers a conflict with 503 and asks to try again. */
export const conflictAnswered503: Flaw = {
  name: 'conflict-answered-503',
  requirement: 'conflict/clear-answer',
  summary: 'Answers a conflict with 503 and asks to try again.',
  apply: (parts) => ({
    ...parts,
    refused: (reason) => parts.refused(reason.type === 'key-reused' ? tryAgain() : reason),
  }),
};

function tryAgain() {
  return refusal('busy', 'The request could not be handled; try again.', { headers: { 'retry-after': '1' } });
}
