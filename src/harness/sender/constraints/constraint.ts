/** What an action must satisfy among all others that were accepted under the same rule, for the same values. */
export type Constraint = {
  /** The rule's name. */
  readonly rule: string;
  /** The values that it is about, as one text. */
  readonly on: string;
} & (
  | { readonly kind: 'one'; readonly lasts: 'open' | 'ever' }
  | { readonly kind: 'rate'; readonly most: number; readonly withinMs: number }
);

/** Why an action is not accepted: by which rule, in words, and the action that stands in its way, where one does. */
export interface Breach {
  readonly rule: string;
  readonly why: string;
  readonly standing: string | null;
}

/** What rules make of one action: what only the ledger can tell, and what is wrong whatever the ledger says. */
export interface Judged {
  readonly constraints: readonly Constraint[];
  readonly breaches: readonly Breach[];
}
