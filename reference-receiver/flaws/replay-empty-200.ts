import type { Flaw } from './flaw.js';

/** Replays with 200 and an empty body instead of the first answer. */
export const replayEmpty200: Flaw = {
  name: 'replay-empty-200',
  requirement: 'replay/faithful-answer',
  summary: 'Replays with 200 and an empty body instead of the first answer.',
  apply: (parts) => ({ ...parts, replayed: () => ({ status: 200, headers: {}, body: '' }) }),
};
