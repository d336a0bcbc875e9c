import type { ActionPlan } from '../harness/model/action.js';
import type { Contract } from '../harness/model/contract.js';
import { acknowledgingKinds, type OutcomeKind } from '../harness/model/outcome.js';
import type { CountPromise, Send, Step } from '../harness/model/step.js';

/** Counts that scenarios promise. */
export const none: CountPromise = { anyOf: [0] };
/** Exactly one record. */
export const one: CountPromise = { anyOf: [1] };
/** Exactly two records. */
export const two: CountPromise = { anyOf: [2] };
/** One record or none. */
export const atMostOne: CountPromise = { anyOf: [0, 1] };

/** The first send of an action. */
export function first(action: ActionPlan, more: Partial<Omit<Send, 'do' | 'action' | 'role'>> = {}): Send {
  return { do: 'send', action, role: 'first', ...more };
}

/** The same action told again. */
export function retry(action: ActionPlan, more: Partial<Omit<Send, 'do' | 'action' | 'role'>> = {}): Send {
  return { do: 'send', action, role: 'retry', ...more };
}

/** The same key with another content. */
export function clash(action: ActionPlan, more: Partial<Omit<Send, 'do' | 'action' | 'role'>> = {}): Send {
  return { do: 'send', action, role: 'clash', ...more };
}

/** A send that is neither a first try nor a retry of its action. */
export function probe(action: ActionPlan, more: Partial<Omit<Send, 'do' | 'action' | 'role'>> = {}): Send {
  return { do: 'send', action, role: 'probe', ...more };
}

/** Counts the action's records right away. */
export function observeEarly(action: ActionPlan, count: CountPromise): Step {
  return { do: 'observe', action, when: 'early', count };
}

/** Counts the action's records after the settle time. */
export function observeLate(action: ActionPlan, count: CountPromise): Extract<Step, { do: 'observe' }> {
  return { do: 'observe', action, when: 'late', count };
}

/** Fetches the action's record by the id that was named last, and finds it. */
export function fetchFound(action: ActionPlan): Step {
  return { do: 'fetch', action, expect: 'found' };
}

/** Outcomes that refuse a create for good. Receivers share one status among them, so one list serves all refusals. */
export const refusals: readonly OutcomeKind[] = ['rejected', 'key-refused', 'mismatch'];

/** Outcomes that settle a create, one way or the other. */
export const definite: readonly OutcomeKind[] = [...acknowledgingKinds, ...refusals, 'expired', 'ambiguous'];

/** What the first create of an action may be answered: an upsert need not tell a create from an update. */
export function firstAnswers(contract: Contract): readonly OutcomeKind[] {
  return contract.mode === 'upsert' ? ['created', 'updated'] : ['created'];
}
