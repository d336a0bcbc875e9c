import type { Contract } from './contract.js';
import type { HistoryView } from './history-view.js';

/** What a promise speaks of: what the receiver holds, what it says, or what the sender's ledger does. */
export type About = 'effect' | 'answer' | 'sender';

/** One way in which a promise was broken. */
export interface Broken {
  /** The try in which it happened. */
  readonly attempt: string;
  readonly action: string | null;
  /** One sentence for somebody who does not read protocols. */
  readonly sentence: string;
  readonly expected: string;
  readonly actual: string;
  /** Sequence numbers of the events that show it, in order. */
  readonly events: readonly number[];
}

/** What an invariant found in a history. Zero cases is never a pass. */
export type InvariantResult =
  | { readonly kind: 'holds'; readonly cases: number }
  | { readonly kind: 'broken'; readonly cases: number; readonly findings: readonly Broken[] }
  | { readonly kind: 'unknown'; readonly why: string };

/** A promise as a pure function of a history. */
export interface Invariant {
  readonly id: string;
  readonly about: About;
  /** The promise, a sentence in the present. */
  readonly promise: string;
  check(history: HistoryView, contract: Contract): InvariantResult;
}

/** The result for a list of looked-at cases of which some are broken; unknown where nothing was looked at. */
export function resultOf(cases: number, findings: readonly Broken[], whyNone: string): InvariantResult {
  if (findings.length > 0) return { kind: 'broken', cases, findings };
  if (cases === 0) return { kind: 'unknown', why: whyNone };
  return { kind: 'holds', cases };
}
