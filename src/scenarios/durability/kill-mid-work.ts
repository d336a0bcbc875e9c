import type { Scenario } from '../../harness/model/scenario.js';

/** A crash in the middle of the work leaves neither a second record nor a key that is stuck. */
export const killMidWork: Scenario = {
  id: 'durability/kill-mid-work',
  title: 'A crash during the work leaves no second record and no stuck key',
  level: 'MUST',
  course:
    'The process is killed at seeded moments during a create, started again, and the create is told until the lease is over, in twenty rounds.',
  holdsWhen: 'There is one record in every round, and no key is stuck beyond the lease.',
  risk: 'An action that was under way when the receiver fell over is done twice, or can never be done.',
  usualCause: 'The claim on the key has no end, or is taken over without asking what its owner has done.',
  remedy: 'Give the claim a lease and a fence, and commit the work together with its answer.',
  sources: [
    'public report B29: one time to live for lock and record',
    'public report B30: in progress until the record expires',
    'public report B34: in progress for ever',
  ],
  needs: ['observe', 'kill'],
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  invariants: [],
};
