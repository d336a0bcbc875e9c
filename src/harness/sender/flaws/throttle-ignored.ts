import type { SenderFlaw } from '../sender-flaw.js';

/** Tries again at once when the receiver has asked for a wait. */
export const throttleIgnored: SenderFlaw = {
  name: 'throttle-ignored',
  requirement: 'sender/throttle-kept',
  summary: 'Tries again at once when the receiver has asked for a wait.',
  apply: (rules) => ({
    ...rules,
    waitMs: (facts, policy, random) =>
      facts.outcome?.kind === 'throttled' ? 0 : rules.waitMs(facts, policy, random),
  }),
};
