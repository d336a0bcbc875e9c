import type { SenderFlaw } from '../sender-flaw.js';

/** Sends the same key again after the time in which it is safe. */
export const retriesAfterExpiry: SenderFlaw = {
  name: 'retries-after-expiry',
  requirement: 'retention/after-expiry',
  summary: 'Sends the same key again after the time in which it is safe.',
  apply: (rules) => ({
    ...rules,
    firstDoes: (facts, policy) => rules.firstDoes({ ...facts, pastWindow: false }, policy),
  }),
};
