import type { Report } from '../model/report.js';

/** One reason of a grade, with every requirement that it is told of; none where it is of the run as a whole. */
export interface AlikeReason {
  readonly reason: string;
  readonly requirements: readonly string[];
}

/** The reasons of a grade, each once, in the order in which they first appear. */
export function alikeReasons(because: Report['grade']['because']): readonly AlikeReason[] {
  const reasons = [...new Set(because.map(({ reason }) => reason))];
  return reasons.map((reason) => ({
    reason,
    requirements: because.flatMap((each) =>
      each.reason === reason && each.requirement !== null ? [each.requirement] : [],
    ),
  }));
}
