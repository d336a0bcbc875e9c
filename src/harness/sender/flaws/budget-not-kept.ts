import type { SenderFlaw } from '../sender-flaw.js';

/** Goes on for twice the attempts and twice the time that the policy allows. */
export const budgetNotKept: SenderFlaw = {
  name: 'budget-not-kept',
  requirement: 'sender/budget-kept',
  summary: 'Goes on for twice the attempts and twice the time that the policy allows.',
  apply: (rules) => ({
    ...rules,
    exhausted: (row, policy, now) =>
      rules.exhausted(
        row,
        { ...policy, maxAttempts: policy.maxAttempts * 2, deadlineMs: policy.deadlineMs * 2 },
        now,
      ),
  }),
};
