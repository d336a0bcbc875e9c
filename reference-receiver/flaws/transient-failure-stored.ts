import { keepingFailures } from '../create/keep-failure.js';
import type { Flaw } from './flaw.js';

/** Stores a failure of its own as the answer of the key, and tells it again long after it has recovered. */
export const transientFailureStored: Flaw = {
  name: 'transient-failure-stored',
  requirement: 'failure/transient-not-sticky',
  summary:
    'Stores a failure of its own as the answer of the key, and tells it again long after it has recovered.',
  apply: (parts) => ({
    ...parts,
    guard: async (whole, call) => keepingFailures((each, asked) => parts.guard(each, asked), whole, call),
  }),
};
