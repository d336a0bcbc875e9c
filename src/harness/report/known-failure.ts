import type { BaselineLine, Report } from '../model/report.js';

/** The line of the baseline that excuses the failure of a requirement today; null where none does. */
export function knownFailure({ baseline }: Pick<Report, 'baseline'>, id: string): BaselineLine | null {
  // A report of an earlier version lacks the member.
  const lines = (baseline as Report['baseline'] | undefined)?.lines ?? [];
  return lines.find((line) => line.id === id && line.state === 'known') ?? null;
}
