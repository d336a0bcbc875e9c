import type { SenderFlaw } from '../sender-flaw.js';

/** Takes a request that went out for one that was answered. */
export const sentBeforeAcknowledged: SenderFlaw = {
  name: 'sent-before-acknowledged',
  requirement: 'sender/sent-means-acknowledged',
  summary: 'Takes a request that went out for one that was answered.',
  apply: (rules) => ({
    ...rules,
    stateAfter: (outcome, inDoubt, policy) => {
      const state = rules.stateAfter(outcome, inDoubt, policy);
      return state === 'pending' || state === 'unknown' ? 'sent' : state;
    },
  }),
};
