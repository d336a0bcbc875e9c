import type { Baseline, BaselineLine, Entry, KnownFailure } from '../model/report.js';

/** Holds the verdicts of a run against the failures that were known, on the day (UTC) on which the run began. */
export function againstBaseline(
  { file, failures }: { readonly file: string; readonly failures: readonly KnownFailure[] },
  entries: readonly Entry[],
  startedAt: string,
): Baseline {
  const today = startedAt.slice(0, 'yyyy-mm-dd'.length);
  const listed = new Set(failures.map(({ id }) => id));
  const unlisted = entries.filter(
    ({ id, level, verdict }) => level === 'MUST' && verdict === 'fail' && !listed.has(id),
  );
  return {
    file,
    lines: failures.map((failure) => ({ ...failure, state: stateOf(failure, entries, today) })),
    unlisted: unlisted.map(({ id }) => id),
  };
}

/** A pass makes a line stale on any day. What was not asked for can be neither: part of a run is no reason to renew a line. */
function stateOf(
  { id, expires }: KnownFailure,
  entries: readonly Entry[],
  today: string,
): BaselineLine['state'] {
  const verdict = entries.find((entry) => entry.id === id)?.verdict;
  if (verdict === 'pass') return 'stale';
  if (verdict === undefined) return 'not seen';
  // Days that are spelled alike have the order of their spelling.
  if (today > expires) return 'expired';
  return verdict === 'fail' ? 'known' : 'not seen';
}
