import type { Entry } from '../model/report.js';
import { verdicts, type Verdict } from '../model/verdict.js';
import { verdictSigns } from './signs.js';

/** How many entries have each verdict. */
export type Tally = Readonly<Record<Verdict, number>>;

/** Counts the entries by verdict; every verdict is there, with 0 where none has it. */
export function tally(entries: readonly Entry[]): Tally {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const entry of entries) counts[entry.verdict] += 1;
  return counts;
}

/** The tally in words, without the verdicts that nothing has: `4 pass, 1 fail`. */
export function tallyInWords(counts: Tally): string {
  const some = verdicts.filter((verdict) => counts[verdict] > 0);
  if (some.length === 0) return 'nothing judged';
  return some.map((verdict) => `${String(counts[verdict])} ${verdictSigns[verdict].word}`).join(', ');
}
