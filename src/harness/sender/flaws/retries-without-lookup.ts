import type { SenderFlaw } from '../sender-flaw.js';

/** Sends again after an unknown outcome without asking the receiver first. */
export const retriesWithoutLookup: SenderFlaw = {
  name: 'retries-without-lookup',
  requirement: 'sender/unknown-settled-by-lookup',
  summary: 'Sends again after an unknown outcome without asking the receiver first.',
  apply: (rules) => ({
    ...rules,
    firstDoes: (facts, policy) => (facts.pastWindow ? rules.firstDoes(facts, policy) : 'send'),
  }),
};
