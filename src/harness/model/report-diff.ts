import type { Report } from './report.js';
import type { Grade, Level, Verdict } from './verdict.js';

/** What a report is known by beside another. */
export interface ReportName {
  /** The receiver, its address, and the flaw that it was given. */
  readonly target: string;
  readonly kit: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly run: string;
  readonly seed: number;
  readonly effort: string;
  readonly plane: string;
  readonly requirements: Report['requirements'];
  readonly complete: boolean;
  readonly conclusion: Report['conclusion'];
  readonly digest: string;
}

/** What became of a requirement from one report to the next. */
export const changeKinds = [
  'worse',
  'better',
  'newly exercised',
  'no longer exercised',
  'otherwise changed',
] as const;

/** One of these. */
export type ChangeKind = (typeof changeKinds)[number];

/** A requirement as one report has it. */
export interface Standing {
  readonly level: Level;
  readonly verdict: Verdict;
}

/** A requirement that is not what it was; null on the side of a report that does not have it. */
export interface RequirementChange {
  readonly id: string;
  readonly title: string;
  readonly kind: ChangeKind;
  readonly old: Standing | null;
  readonly new: Standing | null;
  /** One sentence: what it was, what it is, and what was found. */
  readonly what: string;
}

/** A line of the contract that two reports tell differently. */
export interface ContractDrift {
  readonly claim: string;
  readonly declared: readonly string[];
  readonly observed: readonly string[];
  readonly differs: readonly ('declared' | 'observed')[];
}

/** What two reports on one receiver have apart. */
export interface ReportDiff {
  readonly old: ReportName;
  readonly new: ReportName;
  /** What makes the two hard to compare: other targets, requirement sets, efforts. */
  readonly notes: readonly string[];
  /** Requirements that passed or failed in both. */
  readonly settledInBoth: number;
  readonly changes: readonly RequirementChange[];
  readonly contract: readonly ContractDrift[];
  readonly grade: {
    readonly old: Grade | null;
    readonly new: Grade | null;
    readonly kind: 'worse' | 'better' | 'same';
  };
  readonly policy: readonly { readonly member: string; readonly old: string; readonly new: string }[];
  readonly conclusion: { readonly exit: number; readonly sentence: string };
}
