import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import type { LoadLine } from '../model/report.js';
import type { Judged } from './judge-history.js';

/**
 * The loads that were put on the receiver; none of a run in virtual time, in which nothing takes any, or of a history
 * that an earlier version wrote, which has no distributions.
 */
export function loadsOf(judged: readonly Judged[]): readonly LoadLine[] {
  return judged.flatMap(({ scenario, view }) => {
    if (view === null || view.opened.clock === 'virtual') return [];
    return view.tries.flatMap((each) =>
      each.of('load-measured').flatMap((load) => lineOf(scenario.id, each, load)),
    );
  });
}

function lineOf(requirement: string, each: TryView, load: EventOf<'load-measured'>): readonly LoadLine[] {
  const { offeredPerSecond, sends, elapsedMs, distributions } = load;
  if (distributions === undefined) return [];
  const fresh = distributions.find(({ sent }) => sent === 'new');
  const line = { requirement, offeredPerSecond, sends, elapsedMs, actions: fresh?.count ?? 0 };
  return [{ ...line, records: recordsAfter(each, load.seq), distributions }];
}

/** The records that the last count of each marker showed; null where one is not complete, or none was made. */
function recordsAfter(each: TryView, seq: number): number | null {
  const counts = each.of('observed').filter((count) => count.seq > seq);
  const last = [...new Map(counts.map((count) => [count.marker, count])).values()];
  if (last.length === 0 || last.some(({ complete }) => !complete)) return null;
  return last.reduce((sum, { records }) => sum + records.length, 0);
}
