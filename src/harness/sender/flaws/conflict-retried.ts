import type { SenderFlaw } from '../sender-flaw.js';

/** Claims a row again that a conflict has blocked. */
export const conflictRetried: SenderFlaw = {
  name: 'conflict-retried',
  requirement: 'sender/final-is-final',
  summary: 'Claims a row again that a conflict has blocked.',
  apply: (rules) => ({
    ...rules,
    reclaimsConflicts: true,
  }),
};
