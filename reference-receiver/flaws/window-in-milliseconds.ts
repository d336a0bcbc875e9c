import type { Flaw } from './flaw.js';

/** Reads the window, given in seconds, as milliseconds, and forgets keys a thousand times too early. */
export const windowInMilliseconds: Flaw = {
  name: 'window-in-milliseconds',
  requirement: 'retention/held-in-window',
  summary:
    'Reads the window, given in seconds, as milliseconds, and forgets keys a thousand times too early.',
  apply: (parts) => ({ ...parts, retentionMs: Math.ceil(parts.retentionMs / 1000) }),
};
