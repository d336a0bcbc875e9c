import type { SenderFlaw } from '../sender-flaw.js';

/** Never takes over the row of a worker that died. */
export const crashedRowForgotten: SenderFlaw = {
  name: 'crashed-row-forgotten',
  requirement: 'sender/crash-anywhere-recovers',
  summary: 'Never takes over the row of a worker that died.',
  apply: (rules) => ({
    ...rules,
    takeOverDelayMs: () => null,
  }),
};
