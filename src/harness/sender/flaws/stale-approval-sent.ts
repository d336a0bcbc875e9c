import type { SenderFlaw } from '../sender-flaw.js';

/** Sends under an approval that has expired, or was given for other bytes or on other data. */
export const staleApprovalSent: SenderFlaw = {
  name: 'stale-approval-sent',
  requirement: 'sender/stale-approval-held',
  summary: 'Sends under an approval that has expired or was given for other bytes.',
  apply: (rules) => ({
    ...rules,
    holds: (facts) =>
      rules.holds({ ...facts, approvalExpired: false, payloadChanged: false, dataChanged: false }),
  }),
};
