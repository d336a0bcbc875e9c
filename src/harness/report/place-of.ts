import type { Finding } from '../model/report.js';

/** Where a finding was made: the try, and the action that it is about. */
export function placeOf(finding: Finding): string {
  return finding.action === null ? finding.try : `${finding.try}: ${finding.action}`;
}
