import type { ContractDrift, ReportName, Standing } from './report-diff.js';

/** One requirement with every target; null with one that was not asked. */
export interface ComparedRequirement {
  readonly id: string;
  readonly title: string;
  readonly standings: readonly (Standing | null)[];
  /** Whether the first target is kinder or stricter than some other, or both, or alike with all that were settled. */
  readonly first: 'kinder' | 'stricter' | 'both' | 'alike' | 'not comparable';
}

/** A requirement in which the first target and another one were seen to differ. */
export interface TargetDifference {
  readonly id: string;
  readonly title: string;
  /** What the one that fails was found to do. */
  readonly finding: string;
}

/** The first target held against another one. */
export interface TargetPair {
  /** The place of the other target, from 1. */
  readonly other: number;
  /** Requirements that passed or failed with both. */
  readonly settledInBoth: number;
  /** The first holds where the other does not: who is green with the first does harm with the other. */
  readonly kinder: readonly TargetDifference[];
  /** The first fails where the other holds. */
  readonly stricter: readonly TargetDifference[];
  /** The first passes, and with the other nobody knows. */
  readonly unknown: readonly string[];
  /** What makes the two trials hard to compare. */
  readonly notes: readonly string[];
}

/** Several targets side by side; the first is the one that stands in for the others, such as a fake. */
export interface TargetComparison {
  readonly targets: readonly ReportName[];
  readonly pairs: readonly TargetPair[];
  readonly requirements: readonly ComparedRequirement[];
  readonly contract: readonly ContractDrift[];
  readonly grades: readonly string[];
  readonly conclusion: { readonly exit: number; readonly sentence: string };
}

/** The most targets that stand side by side. */
export const mostTargets = 8;

/** The letter by which a target goes. */
export function letterOf(place: number): string {
  return 'ABCDEFGH'[place] ?? String(place + 1);
}
