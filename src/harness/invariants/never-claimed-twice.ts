import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { mayHaveWrittenUnheard, overCases, overTries, rowEventsOf, spelledMs } from './reading.js';

/** A row has one owner at a time: another takes it only when it was given back or its lease has run out. */
export const neverClaimedTwice: Invariant = {
  id: 'never-claimed-twice',
  about: 'sender',
  promise: 'Two workers never hold one row at once.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(each.of('row-claimed'), (claim) => stolen(each, claim)),
    );
    return resultOf(cases, findings, 'no worker took a row');
  },
};

function stolen(each: TryView, claim: EventOf<'row-claimed'>): Broken | null {
  const before = rowEventsOf(each, claim.row.action).findLast(({ seq }) => seq < claim.seq);
  if (before?.type !== 'row-claimed') return null;
  const leftMs = (before.row.leaseUntil ?? Number.NEGATIVE_INFINITY) - claim.at;
  if (leftMs <= 0) return null;
  // The row was free on disk: its owner had given it back, and died before it could say so.
  const span = { from: before.seq, until: claim.seq };
  if (!claim.takenOver && mayHaveWrittenUnheard(each, before.worker, span)) return null;
  return {
    attempt: each.name,
    action: claim.row.action,
    sentence: 'Two workers held one and the same action at once, and each may send it.',
    expected: `nobody takes the row before the lease of ${before.worker} has ended`,
    actual: `${claim.worker} took it ${spelledMs(leftMs)} before that`,
    events: [before.seq, claim.seq],
  };
}
