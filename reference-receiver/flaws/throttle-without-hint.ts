import type { Flaw } from './flaw.js';

/** Tells callers to come back later, and not when. */
export const throttleWithoutHint: Flaw = {
  name: 'throttle-without-hint',
  requirement: 'failure/throttle-clear',
  summary: 'Tells callers to come back later, and not when.',
  apply: (parts) => ({
    ...parts,
    refused: (reason) =>
      parts.refused(
        reason.type === 'throttled'
          ? { ...reason, headers: {}, detail: 'Nothing was stored; ask later.' }
          : reason,
      ),
  }),
};
