import type { Flaw } from './flaw.js';

/** Applies every update, whatever version it was decided on. */
export const lastWriterWins: Flaw = {
  name: 'last-writer-wins',
  requirement: 'ordering/stale-update-refused',
  summary: 'Applies every update, whatever version it was decided on.',
  apply: (parts) => ({ ...parts, versionHolds: () => true }),
};
