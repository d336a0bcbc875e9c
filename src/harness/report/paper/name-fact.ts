import type { ReportName } from '../../model/report-diff.js';
import { spelledInstant } from '../../model/spelled.js';

/** What a report is known by, in one line. */
export function nameFact(
  label: string,
  name: ReportName,
): { readonly label: string; readonly value: string } {
  const { target, kit, startedAt, run, seed, effort, digest } = name;
  const when = spelledInstant(startedAt);
  return {
    label,
    value: `${target}; ${when}; ${kit}, run ${run}, seed ${seed}, effort ${effort}; digest ${digest.slice(0, 12)}`,
  };
}
