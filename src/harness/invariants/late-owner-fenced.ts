import type { EventOf, HistoryEvent } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries } from './reading.js';

/** A claim that another worker took over, and what its first worker did when it came back; never, where it did not. */
interface LateReturn {
  readonly claim: EventOf<'row-claimed'>;
  readonly successor: EventOf<'row-claimed'>;
  readonly end: HistoryEvent;
}

/** Whoever lost a row to another worker writes nothing into it any more. */
export const lateOwnerFenced: Invariant = {
  id: 'late-owner-fenced',
  about: 'sender',
  promise: 'A worker that lost its lease to another changes no row.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.of('row-claimed').flatMap((claim) => lateReturn(each, claim) ?? []),
        (late) => overwritten(each, late),
      ),
    );
    return resultOf(cases, findings, 'no worker came back to an action that another had taken over');
  },
};

function lateReturn(each: TryView, claim: EventOf<'row-claimed'>): LateReturn | null {
  const { action } = claim.row;
  const end = each.events.find((event) => event.seq > claim.seq && ends(event, claim));
  const successor = each.of('row-claimed').find(({ seq, row }) => seq > claim.seq && row.action === action);
  if (end === undefined || successor === undefined || successor.seq > end.seq) return null;
  return end.type === 'row-claimed' || end.type === 'worker-crashed' ? null : { claim, successor, end };
}

/** The first event by which the worker of a claim is through with it. */
function ends(event: HistoryEvent, { worker, row }: EventOf<'row-claimed'>): boolean {
  switch (event.type) {
    case 'row-recorded':
      return event.worker === worker && event.row.action === row.action;
    case 'row-write-fenced':
      return event.worker === worker && event.action === row.action;
    case 'send-held':
      return event.worker === worker && event.action === row.action && event.why === 'lease-lost';
    case 'row-claimed':
    case 'worker-crashed':
      return event.worker === worker;
    default:
      return false;
  }
}

function overwritten(each: TryView, { claim, successor, end }: LateReturn): Broken | null {
  if (end.type !== 'row-recorded') return null;
  return {
    attempt: each.name,
    action: claim.row.action,
    sentence: 'A worker that had lost an action to another one wrote over what the other had recorded.',
    expected: `nothing of ${claim.worker} is written after ${successor.worker} took the action over`,
    actual: `${claim.worker} wrote ${end.row.state} where the row read ${end.from}`,
    events: [claim.seq, successor.seq, end.seq],
  };
}
