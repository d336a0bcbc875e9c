import type { Json } from './json.js';

/** What the actions of an outbox must satisfy before they are accepted; pointers are JSON Pointers into a payload. */
export interface ApprovalRules {
  readonly rules: readonly ApprovalRule[];
  /** How many actions one batch may have that nobody has seen a preview of; null for any number. */
  readonly mostInBatch: number | null;
}

/** One rule, and for which actions it is: those whose payload has all these values. */
export interface ApprovalRule {
  /** Unique within its file; what was accepted under a rule is known to the ledger by this name. */
  readonly name: string;
  readonly when: readonly { readonly at: string; readonly value: Json }[];
  readonly demand: Demand;
}

/**
 * What a rule asks for: one action for the values at `per`, while it is not settled or for ever; at most so many accepted
 * within a time; somebody's name, where an amount is above a threshold.
 */
export type Demand =
  | { readonly kind: 'one'; readonly per: readonly string[]; readonly lasts: 'open' | 'ever' }
  | {
      readonly kind: 'rate';
      readonly per: readonly string[];
      readonly most: number;
      readonly withinMs: number;
    }
  | { readonly kind: 'approver'; readonly amount: string; readonly above: number };
