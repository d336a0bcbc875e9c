import type { Answer } from './exchange.js';

/** What may be concluded from an exchange; the words of the project, see ARCHITECTURE.md. */
export const outcomeKinds = [
  'created',
  'replayed',
  'exists',
  'updated',
  'accepted',
  'in-flight',
  'mismatch',
  'key-refused',
  'expired',
  'ambiguous',
  'ignored',
  'throttled',
  'rejected',
  'unknown',
] as const;

/** One of the outcome names. */
export type OutcomeKind = (typeof outcomeKinds)[number];

/** What the receiver's owner, or its answer, says to do next with an action. */
export type RetryAdvice = 'same-key' | 'lookup-first' | 'stop';

/** Outcomes after which another try can come to more. */
export const retriableKinds: readonly OutcomeKind[] = [
  'accepted',
  'in-flight',
  'throttled',
  'rejected',
  'unknown',
];

/** What an adapter read from one answer. */
export interface Outcome {
  readonly kind: OutcomeKind;
  /** The record's id, where the answer names it. */
  readonly id: string | null;
  /** The wait that the receiver asks for, in milliseconds, where it asks for one. */
  readonly retryAfterMs: number | null;
  /** What the answer itself says to do next, where it has a signal for that. */
  readonly advice?: RetryAdvice;
  /** Which recogniser matched (its place in the adapter file, such as `outcomes/3`), or why none did. */
  readonly rule: string;
}

/** Outcomes that say: the record for this very action is there. */
export const acknowledgingKinds: readonly OutcomeKind[] = ['created', 'replayed', 'exists', 'updated'];

/** True when the outcome says that the record of this action exists now. */
export function acknowledges(outcome: Outcome): boolean {
  return acknowledgingKinds.includes(outcome.kind);
}

const openKinds: readonly OutcomeKind[] = ['in-flight', 'throttled', 'accepted', 'unknown'];

/** True for an outcome that leaves open what becomes of the action. */
export function leavesOpen(outcome: Outcome): boolean {
  return openKinds.includes(outcome.kind);
}

/** True for an answer that asks for patience: read as throttled, or, where nothing reads it, 429 (RFC 6585). */
export function isThrottled(answer: Answer, outcome: Outcome | null): boolean {
  if (outcome !== null) return outcome.kind === 'throttled';
  return answer.kind === 'answered' && answer.status === 429;
}

/** Outcomes that say for certain: this request made no record. */
export const refusingKinds: readonly OutcomeKind[] = [
  'mismatch',
  'key-refused',
  'expired',
  'throttled',
  'rejected',
];
