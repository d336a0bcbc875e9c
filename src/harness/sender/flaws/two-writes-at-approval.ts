import type { SenderFlaw } from '../sender-flaw.js';

/** Commits the approval first and its outbox row afterwards. */
export const twoWritesAtApproval: SenderFlaw = {
  name: 'two-writes-at-approval',
  requirement: 'sender/approval-and-intent-together',
  summary: 'Commits the approval first and its outbox row afterwards.',
  apply: (rules) => ({
    ...rules,
    approvalWrites: 'apart',
  }),
};
