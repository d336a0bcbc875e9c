import type { Entry } from '../model/report.js';
import type { Level } from '../model/verdict.js';

const order: readonly Level[] = ['MUST', 'SHOULD', 'SURVEY'];

/** The failed entries: what breaks conformance first, then what warns, then what is reported only. */
export function failures(entries: readonly Entry[]): readonly Entry[] {
  return order.flatMap((level) =>
    entries.filter((entry) => entry.verdict === 'fail' && entry.level === level),
  );
}
