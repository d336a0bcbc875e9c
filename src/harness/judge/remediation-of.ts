import { patternFor, type RemediationPattern } from '../model/remediation-pattern.js';
import type { Entry, Remediation } from '../model/report.js';

/** The patterns that mend what failed, what mends most first; each once, with the requirements that it mends. */
export function remediationOf(
  entries: readonly Entry[],
  patterns: readonly RemediationPattern[],
): readonly Remediation[] {
  const failed = entries.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const needed = patterns.map(({ name, failure, pattern, steps, sketch }) => ({
    name,
    failure,
    pattern,
    steps,
    sketch,
    requirements: failed.filter((id) => patternFor(id, patterns)?.name === name),
  }));
  return needed
    .filter(({ requirements }) => requirements.length > 0)
    .toSorted((one, other) => other.requirements.length - one.requirements.length);
}
