import type { BurstLine } from '../model/report.js';
import type { Judged } from './judge-history.js';

/** How far the copies of each requirement's bursts met; a requirement without a burst has no line. */
export function burstsOf(judged: readonly Judged[]): readonly BurstLine[] {
  return judged.flatMap(({ scenario, view }) => {
    const rounds = view?.tries.flatMap((each) => each.of('burst-measured')) ?? [];
    if (rounds.length === 0) return [];
    const overlaps = rounds.map(({ overlap }) => overlap);
    return [
      {
        requirement: scenario.id,
        rounds: rounds.length,
        met: overlaps.filter((overlap) => overlap > 1).length,
        copies: Math.max(...rounds.map(({ exchanges }) => exchanges.length)),
        leastOverlap: Math.min(...overlaps),
        mostOverlap: Math.max(...overlaps),
        widestMs: Math.max(...rounds.map(({ spreadMs }) => spreadMs)),
      },
    ];
  });
}
