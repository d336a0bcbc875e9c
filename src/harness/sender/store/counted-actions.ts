/** Which accepted actions a constraint counts, in words that both stores speak; `o` is the row and `c` what it counts for. */
export function isCounted(counts: string, since: string): string {
  return `c.accepted_at > ${since} AND CASE ${counts} WHEN 'open' THEN o.state NOT IN ('sent', 'failed')
    WHEN 'ever' THEN o.state <> 'failed' ELSE true END`;
}
