import type { ActionPlan } from '../harness/model/action.js';
import type { Contract, Edit } from '../harness/model/contract.js';
import { acknowledgingKinds, type OutcomeKind } from '../harness/model/outcome.js';
import type { Try } from '../harness/model/scenario.js';
import type { CountPromise } from '../harness/model/step.js';
import { definite, one } from './steps.js';

/** Another content under an action's key and marker; what tells them apart is the edits. */
export function otherContent(action: ActionPlan, edits: readonly Edit[]): ActionPlan {
  return { name: `other content of ${action.name}`, keyOf: action.name, markerOf: action.name, edits };
}

/** The content that the contract's own variation makes. */
export function variedContent(action: ActionPlan, { vary }: Contract): ActionPlan {
  return otherContent(action, vary === null ? [] : [vary]);
}

/** The tries where a key, or a natural key, binds requests to an action; without one there is nothing to clash. */
export function whereKeysBind({ mode }: Contract, tries: readonly Try[]): readonly Try[] {
  return mode === 'unguarded' ? [] : tries;
}

/** What other content under a used key may be answered, by the claim; anything definite where nothing is claimed. */
export function clashAnswers({ claims, mode }: Contract): readonly OutcomeKind[] {
  switch (claims.mismatch) {
    case 'reject':
      // What refuses by uniqueness does not look at the content: a clash and a repeat are refused alike.
      return mode === 'insert_only' ? ['mismatch', 'exists', 'rejected'] : ['mismatch'];
    case 'replay_anyway':
    case 'update':
    case 'new_record':
      return acknowledgingKinds;
    case 'undocumented':
      return definite;
  }
}

/** How many records a key with two contents may leave: one, unless natural keys are said not to bind. */
export function recordsAfterClash({ claims, mode }: Contract): CountPromise {
  const natural = mode === 'upsert' || mode === 'insert_only';
  return natural && claims.mismatch === 'new_record' ? { anyOf: [2, 3] } : one;
}

/** Which of two contents the record must read in the end: the first, unless an upsert is said to update. */
export function standingContent(original: ActionPlan, other: ActionPlan, contract: Contract): ActionPlan {
  const updates = contract.mode === 'upsert' || contract.mode === 'insert_only';
  return updates && contract.claims.mismatch === 'update' ? other : original;
}
