import type { SenderFlaw } from '../sender-flaw.js';

/** Records what it learned although another worker has taken the row over. */
export const lateOwnerWrites: SenderFlaw = {
  name: 'late-owner-writes',
  requirement: 'sender/late-owner-fenced',
  summary: 'Records what it learned although another worker has taken the row over.',
  apply: (rules) => ({
    ...rules,
    recordsUnderFence: false,
  }),
};
