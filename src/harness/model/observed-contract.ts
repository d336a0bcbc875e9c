import type { Claims, Intent } from './contract.js';

/** What was observed of one thing that an adapter file states. */
export interface Observed<Value> {
  /** What the file may say of it; null where nothing was seen, where it was not settled, or where no word says it. */
  readonly value: Value | null;
  /** What it rests on, or why there is none; one sentence. */
  readonly evidence: string;
}

/** A contract as it was observed, ready to be written as an adapter file. */
export interface ObservedContract {
  /** What the adapter calls the operation that was observed. */
  readonly target: string;
  /** Where it comes from, and what can be said in no field of the file; one line each. */
  readonly remarks: readonly string[];
  readonly claims: Readonly<{ [Name in keyof Claims]: Observed<Claims[Name]> }>;
  /** A window in whole seconds for which keys were held, or one after which they were gone. */
  readonly retention: Observed<{ readonly kind: 'floor' | 'ceiling'; readonly seconds: number }>;
  /** What another key with a taken intent was answered; null where the contract has no intent. */
  readonly intent: Readonly<{ [Name in 'repeat' | 'differs']: Observed<Intent[Name]> }> | null;
  readonly scope: Observed<readonly ('tenant' | 'credential' | 'path')[]>;
  readonly consistency: Observed<
    { readonly kind: 'immediate' } | { readonly kind: 'eventual'; readonly settleSeconds: number }
  >;
}
