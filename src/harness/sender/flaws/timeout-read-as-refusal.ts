import type { SenderFlaw } from '../sender-flaw.js';

/** Takes a missing answer for a refusal and gives the action up. */
export const timeoutReadAsRefusal: SenderFlaw = {
  name: 'timeout-read-as-refusal',
  requirement: 'lost-reply/never-arrived',
  summary: 'Takes a missing answer for a refusal and gives the action up.',
  apply: (rules) => ({
    ...rules,
    stateAfter: (outcome, inDoubt, policy) =>
      outcome.kind === 'unknown' ? 'failed' : rules.stateAfter(outcome, inDoubt, policy),
  }),
};
