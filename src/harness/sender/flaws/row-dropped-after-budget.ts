import type { SenderFlaw } from '../sender-flaw.js';

/** Deletes an action whose attempt budget is used up. */
export const rowDroppedAfterBudget: SenderFlaw = {
  name: 'row-dropped-after-budget',
  requirement: 'sender/nothing-vanishes',
  summary: 'Deletes an action whose attempt budget is used up.',
  apply: (rules) => ({
    ...rules,
    exhaustedRow: 'dropped',
  }),
};
