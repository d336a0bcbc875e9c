import type { Flaw } from './flaw.js';

/** Counts the window of every key anew when it starts, so that a restart lengthens it. */
export const windowCountedFromRestart: Flaw = {
  name: 'window-counted-from-restart',
  requirement: 'retention/survives-restart',
  summary: 'Counts the window of every key anew when it starts, so that a restart lengthens it.',
  apply: (parts) => {
    const { store, clock, retentionMs } = parts;
    store.database
      .prepare(`UPDATE keys SET expires_at = ? WHERE state = 'done'`)
      .run(clock.now() + retentionMs);
    return parts;
  },
};
